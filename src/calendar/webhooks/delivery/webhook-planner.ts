import { Injectable } from '@nestjs/common';
import { NumberedChanges, positionOf } from '../../../platform/storage/changes';
import { Database } from '../../../platform/storage/database';
import { Webhook } from '../webhook.entity';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookMessages } from './webhook-messages';
import type { WebhookQueue } from './webhook-queue.entity';
import { WebhookQueues } from './webhook-queues';

/** Maximum changes that are read at once. */
const ROWS_MAX = 100;
/** While so many messages of a webhook are pending, no others are added: the log keeps the changes. */
const PENDING_MAX = 10_000;

type PlannedFor = Pick<Webhook, 'id' | 'scope' | 'types'>;

/** Makes messages of the changes in the log: the log is the outbox of webhooks. */
@Injectable()
export class WebhookPlanner {
  constructor(
    private readonly database: Database,
    private readonly log: NumberedChanges,
    private readonly messages: WebhookMessages,
    private readonly deliveries: WebhookDeliveries,
    private readonly queues: WebhookQueues,
  ) {}

  /**
   * Adds the messages of the next changes to the deliveries of a webhook, and moves its place in the
   * log, in one transaction.
   *
   * @returns whether there may be more changes
   */
  async plan(webhook: PlannedFor, queue: WebhookQueue): Promise<boolean> {
    if ((await this.deliveries.pendingOf(webhook.id, PENDING_MAX)) >= PENDING_MAX) return false;
    const stored = { number: queue.place_number, identity: queue.place_identity };
    const known = await this.log.after('all', stored, ROWS_MAX);
    // The log was shortened while the webhook was disabled: older changes are dropped.
    const from = known ? stored : await this.log.start('all');
    const changes = known ?? (await this.log.after('all', from, ROWS_MAX)) ?? [];
    const place = positionOf(changes.at(-1) ?? from);
    if (place.number === stored.number && place.identity === stored.identity) return false;
    const messages = await this.messages.of(changes, webhook);
    // False when the place of the webhook is another one by now.
    const isMoved = await this.database.transaction(async (transaction) => {
      const { id } = webhook;
      if (!(await this.queues.move(transaction, id, stored, place))) return false;
      await this.deliveries.add(transaction, id, messages);
      return true;
    });
    return !isMoved || changes.length === ROWS_MAX;
  }

  /** Adds the messages of all changes so far, before the webhook selects others. */
  async settle(id: number): Promise<void> {
    await this.queues.end();
    for (;;) {
      const webhook = await this.database.select(Webhook, 'webhook').where({ id }).getOne();
      const queue = webhook && (await this.queues.of(id));
      if (!queue || !(await this.plan(webhook, queue))) return;
    }
  }
}
