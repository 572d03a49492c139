import { Injectable } from '@nestjs/common';
import { NumberedChanges, type LogPosition, positionOf } from '../../../platform/changes';
import { Database, Leases, type Transaction } from '../../../platform/database';
import { Webhook } from '../webhook.entity';
import { type Failing, NOT_FAILING, WAIT_MAX } from './retry-schedule';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookMessages } from './webhook-messages';
import { WebhookQueue } from './webhook-queue.entity';

/** Longer than a batch: attempts begin for 2 seconds, and end within 18 more. */
const LEASE_MILLISECONDS = 25_000;
/** Attempts to find the end of the log while others write. */
const END_TRIES = 100;

const ROWS_MAX = 100;
/** While so many messages of a webhook are pending, no others are added: the log has the changes. */
const PENDING_MAX = 10_000;

const columnsOf = ({ number, identity }: LogPosition) => ({
  place_number: number,
  place_identity: identity,
});

export interface QueueState {
  id: number;
  /** The last change whose messages were added. */
  position: number;
  failing: Pick<Failing, 'failing_since' | 'failing_days'>;
  /** The next attempt; undefined without pending deliveries. */
  due?: number;
}

/**
 * Makes messages of the changes in the log, which is the outbox of webhooks. Stores how far each webhook has got, and
 * which instance sends its messages.
 */
@Injectable()
export class WebhookQueues {
  readonly leases: Leases;

  constructor(
    private readonly database: Database,
    private readonly log: NumberedChanges,
    private readonly messages: WebhookMessages,
    private readonly deliveries: WebhookDeliveries,
  ) {
    this.leases = new Leases(database, WebhookQueue, LEASE_MILLISECONDS);
  }

  async end(): Promise<LogPosition> {
    for (let tries = 1; ; tries++) {
      const reach = await this.log.reach('all');
      if (reach.isComplete || tries === END_TRIES) return reach;
    }
  }

  async add({ manager }: Transaction, webhook_id: number, position: LogPosition): Promise<void> {
    await manager.insert(WebhookQueue, {
      webhook_id,
      ...columnsOf(position),
      ...NOT_FAILING,
      owner: '',
      owned_until: 0,
    });
  }

  /** Forgets how long a webhook has failed. */
  async resume({ manager }: Transaction, webhook_id: number): Promise<void> {
    await manager.update(WebhookQueue, { webhook_id }, NOT_FAILING);
  }

  async states(): Promise<QueueState[]> {
    const rows = await this.database.rows<{
      id: number;
      position: number | string;
      failing_since: number | string;
      failing_days: number;
      due: number | string | null;
      latest: number | string | null;
    }>(
      `SELECT queue.webhook_id AS id, queue.place_number AS position, queue.failing_since,
         queue.failing_days,
         (SELECT delivery.due_at FROM webhook_deliveries delivery
          WHERE delivery.webhook_id = queue.webhook_id AND delivery.due_at IS NOT NULL
          ORDER BY delivery.due_at LIMIT 1) AS due,
         (SELECT delivery.due_at FROM webhook_deliveries delivery
          WHERE delivery.webhook_id = queue.webhook_id AND delivery.due_at IS NOT NULL
          ORDER BY delivery.due_at DESC LIMIT 1) AS latest
       FROM webhook_queues queue
       JOIN webhooks webhook ON webhook.id = queue.webhook_id
       WHERE webhook.enabled = 1`,
    );
    const end = Date.now() + WAIT_MAX;
    return rows.map(({ id, position, failing_since, failing_days, due, latest }) => ({
      id,
      position: Number(position),
      failing: { failing_since: Number(failing_since), failing_days },
      // No message waits so long: a wrong clock has set the time.
      ...(due !== null && { due: Number(latest) > end ? 0 : Number(due) }),
    }));
  }

  of(webhook_id: number): Promise<WebhookQueue | null> {
    return this.database.repository(WebhookQueue).findOneBy({ webhook_id });
  }

  /**
   * Adds the messages of the next changes, and moves the position of the webhook in the log, in one transaction.
   *
   * @returns whether there may be more changes
   */
  async plan(webhook: Webhook, queue: WebhookQueue): Promise<boolean> {
    if ((await this.deliveries.pendingOf(webhook.id)) >= PENDING_MAX) return false;
    const stored = { number: queue.place_number, identity: queue.place_identity };
    const known = await this.log.after('all', stored, ROWS_MAX);
    // The log was shortened while the webhook was disabled: older changes are dropped.
    const from = known ? stored : await this.log.start('all');
    const changes = known ?? (await this.log.after('all', from, ROWS_MAX)) ?? [];
    if (webhook.scope === 'public' && changes.some(({ inPublic }) => inPublic?.number === 0)) {
      await this.log.reach('public');
      return true;
    }
    const position = positionOf(changes.at(-1) ?? from);
    if (position.number === stored.number && position.identity === stored.identity) return false;
    const messages = await this.messages.of(changes, webhook);
    // False if another instance has moved the position of the webhook.
    const isMoved = await this.database.transaction(async (transaction) => {
      const unmoved = { webhook_id: webhook.id, ...columnsOf(stored) };
      const { affected } = await transaction.manager.update(
        WebhookQueue,
        unmoved,
        columnsOf(position),
      );
      if (affected !== 1) return false;
      await this.deliveries.add(transaction, webhook.id, messages);
      return true;
    });
    return !isMoved || changes.length === ROWS_MAX;
  }

  /** Adds the messages of all changes so far, before the webhook selects others. */
  async addPending(id: number): Promise<void> {
    await this.end();
    for (;;) {
      const webhook = await this.database.repository(Webhook).findOneBy({ id });
      const queue = webhook && (await this.of(id));
      if (!queue || !(await this.plan(webhook, queue))) return;
    }
  }
}
