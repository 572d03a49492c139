import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { BackgroundWork } from '../../../platform/shared';
import { NumberedChanges, RecordWriter } from '../../../platform/changes';
import { batchesOf, Database } from '../../../platform/database';
import { TEST_TYPE } from '../message-types';
import { WebhookSecrets } from '../webhook-secrets';
import { Webhook } from '../webhook.entity';
import { failedAt, isGivenUp, NOT_FAILING } from './retry-schedule';
import { type Attempted, type Outcome, WebhookDeliveries } from './webhook-deliveries';
import type { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookMessages } from './webhook-messages';
import type { WebhookQueue } from './webhook-queue.entity';
import { type QueueState, WebhookQueues } from './webhook-queues';
import { WebhookSender } from './webhook-sender';

const POLL_MILLISECONDS = 1000;
/** Messages of one webhook that are sent at the same time. */
const AT_ONCE = 10;
/** Leaves processor time for requests between messages. */
const PAUSE_MILLISECONDS = 300;
/** Attempts of one webhook whose outcomes are stored in one transaction. */
const BATCH = 50;
/** Ends a batch early: with the timeout of its last attempts it must be shorter than a lease. */
const BATCH_MILLISECONDS = 2000;
const GONE = 410;

/**
 * Sends messages in the background (docs/reference/webhooks.md#delivery). Instances share the webhooks by leases in
 * the database; an instance serves all of its webhooks at the same time.
 */
@Injectable()
export class WebhookDispatcher extends BackgroundWork {
  private readonly logger = new Logger('Webhooks');
  private readonly ending = new AbortController();
  /** Webhook id → its work in this process. */
  private readonly works = new Map<number, Promise<void>>();
  /** Ids of webhooks whose work fails at the moment; 0 for polling. */
  private readonly failing = new Set<number>();

  readonly attempts = { delivered: 0, refused: 0, unreachable: 0 };

  constructor(
    private readonly database: Database,
    private readonly log: NumberedChanges,
    private readonly writer: RecordWriter,
    private readonly secrets: WebhookSecrets,
    private readonly queues: WebhookQueues,
    private readonly messages: WebhookMessages,
    private readonly deliveries: WebhookDeliveries,
    private readonly sender: WebhookSender,
  ) {
    super();
    setMaxListeners(0, this.ending.signal);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await super.beforeApplicationShutdown();
    await Promise.all(this.works.values());
  }

  protected async run(): Promise<number | undefined> {
    if (!this.secrets.areConfigured) return undefined;
    try {
      return await this.poll();
    } catch (error) {
      this.fail(0, 'The queues of webhooks could not be read', error);
      return POLL_MILLISECONDS;
    }
  }

  /**
   * Starts the work on webhooks with due messages or new changes.
   *
   * @returns the milliseconds until the next poll
   */
  async poll(): Promise<number> {
    this.deliveries.removeOld();
    const states = await this.queues.states();
    if (states.length === 0) return POLL_MILLISECONDS;
    const { number: end } = await this.log.reach('all');
    const now = new Date();
    for (const state of states)
      if (!this.works.has(state.id) && hasWork(state, end, now)) this.start(state.id);
    this.failing.delete(0);
    const dues = states.flatMap(({ due = Infinity }) => (due > now.getTime() ? due : []));
    return Math.min(POLL_MILLISECONDS, ...dues.map((due) => due - now.getTime()));
  }

  private start(id: number): void {
    const work = this.workOn(id)
      .then(() => void this.failing.delete(id))
      .catch((error: unknown) => {
        if (!this.ending.signal.aborted) this.fail(id, `Webhook ${id} could not be served`, error);
      })
      .finally(() => this.works.delete(id));
    this.works.set(id, work);
  }

  private async workOn(id: number): Promise<void> {
    if (!(await this.queues.leases.claim({ webhook_id: id }))) return;
    try {
      for (let pause = await this.serve(id); pause !== undefined; pause = await this.serve(id))
        await sleep(pause, undefined, { signal: this.ending.signal, ref: false });
    } finally {
      await this.queues.leases.release({ webhook_id: id });
    }
  }

  /**
   * Makes one batch of attempts, or passes over changes that the webhook does not select.
   *
   * @returns the milliseconds until the next batch; undefined when there is nothing more to do
   */
  private async serve(id: number): Promise<number | undefined> {
    const webhook = await this.enabled(id);
    const queue = webhook && (await this.queues.of(id));
    if (!queue) return undefined;
    if (isGivenUp(queue, new Date())) {
      await this.disable(webhook, 'Nothing was delivered for five days.');
      return undefined;
    }
    let due = await this.deliveries.due(id, BATCH);
    if (due.length < BATCH) {
      const hasMore = await this.queues.plan(webhook, queue);
      due = await this.deliveries.due(id, BATCH);
      if (due.length === 0 && !hasMore) return undefined;
      // Planning may have taken most of the lease.
      if (!(await this.queues.leases.claim({ webhook_id: id }))) return undefined;
      if (due.length === 0) return 0;
    }
    const outdated = await this.messages.outdated(due, webhook.scope, new Date());
    if (outdated.length > 0) {
      await this.deliveries.drop(outdated);
      return 0;
    }
    const attempted = await this.send(webhook, due);
    if (attempted.length === 0) return undefined;
    const isOurs = await this.record(queue, attempted);
    if (attempted.some(isGone)) await this.disable(webhook, 'The target answered 410 Gone.');
    return isOurs ? PAUSE_MILLISECONDS : undefined;
  }

  private enabled(id: number): Promise<Webhook | null> {
    return this.database.repository(Webhook).findOneBy({ id, enabled: true });
  }

  /**
   * @returns the finished attempts; not all when a target is slow or gone, when the webhook is changed, or when the
   *   service stops
   */
  private async send(webhook: Webhook, due: readonly WebhookDelivery[]): Promise<Attempted[]> {
    const { signal } = this.ending;
    const latest = performance.now() + BATCH_MILLISECONDS;
    const attempted: Attempted[] = [];
    for (const some of batchesOf(due, AT_ONCE)) {
      if (attempted.length > 0) {
        await sleep(PAUSE_MILLISECONDS);
        if ((await this.enabled(webhook.id))?.version !== webhook.version) break;
      }
      if (signal.aborted || performance.now() > latest || attempted.some(isGone)) break;
      attempted.push(...(await this.sender.send(webhook, some, signal)));
    }
    return attempted;
  }

  /** @returns false when another instance has taken over, and repeats the attempts */
  private async record(queue: WebhookQueue, attempted: readonly Attempted[]): Promise<boolean> {
    for (const { outcome } of attempted) this.attempts[kindOf(outcome)]++;
    const isDelivering = attempted.some(({ outcome }) => outcome.isDelivered);
    const failed = attempted.find(({ delivery }) => delivery.type !== TEST_TYPE)?.outcome.at;
    // Keeps the first failure: a webhook that was enabled again meanwhile has five days from then.
    const failing = failed === undefined ? {} : failedAt(queue, failed);
    const change = isDelivering ? NOT_FAILING : failing;
    const { webhook_id } = queue;
    return this.database.transaction(async (transaction) => {
      if (!(await this.queues.leases.renew(transaction, { webhook_id }, change))) return false;
      await this.deliveries.record(transaction, attempted);
      return true;
    });
  }

  private async disable({ id, version }: Webhook, disabled_reason: string): Promise<void> {
    const isDisabled = await this.database.transaction(async (transaction) => {
      const rows = transaction.manager
        .createQueryBuilder(Webhook, 'webhook')
        .where({ id, version, enabled: true });
      const stored = await transaction.lockForUpdate(rows).getOne();
      if (!stored) return false;
      await this.writer.update(transaction, Webhook, stored, { enabled: false, disabled_reason });
      return true;
    });
    if (isDisabled) this.logger.warn(`Webhook ${id} was disabled: ${disabled_reason}`);
  }

  /** Logs only the first of several failures in a row. */
  private fail(what: number, message: string, cause: unknown): void {
    if (!this.failing.has(what)) this.logger.error(new Error(message, { cause }));
    this.failing.add(what);
  }
}

const isGone = ({ outcome }: Attempted): boolean => outcome.status === GONE;

const kindOf = ({ isDelivered, status }: Outcome): 'delivered' | 'refused' | 'unreachable' =>
  isDelivered ? 'delivered' : status === null ? 'unreachable' : 'refused';

const hasWork = ({ position, due = Infinity, failing }: QueueState, end: number, now: Date) =>
  position < end || due <= now.getTime() || isGivenUp(failing, now);
