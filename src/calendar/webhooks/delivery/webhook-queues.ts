import { Injectable } from '@nestjs/common';
import { NumberedChanges, type LogPosition } from '../../../platform/storage/changes';
import { Clock, Database, Leases, type Transaction } from '../../../platform/storage/database';
import { WebhookQueue } from './webhook-queue.entity';

/** Longer than a batch of attempts takes: 2 seconds, and those that have begun end after 18 more. */
const LEASE_MILLISECONDS = 25_000;
/** Maximum attempts to find the end of the log while others write. */
const END_TRIES = 100;

const columnsOf = ({ number, identity }: LogPosition) => ({
  place_number: number,
  place_identity: identity,
});

/** The state of an enabled webhook for the dispatcher. */
export interface QueueState {
  id: number;
  /** The last change in the log whose messages were added. */
  place: number;
  failingSince: number;
  /** The time of the next attempt; undefined without pending deliveries. */
  due?: number;
}

/** Stores how far each webhook has got, and which instance sends its messages. */
@Injectable()
export class WebhookQueues {
  /** The instance with the lease of a webhook sends its messages. */
  readonly leases: Leases;

  constructor(
    private readonly database: Database,
    private readonly log: NumberedChanges,
    clock: Clock,
  ) {
    this.leases = new Leases(database, clock, WebhookQueue, LEASE_MILLISECONDS);
  }

  /** Returns the place behind the last change that is committed. */
  async end(): Promise<LogPosition> {
    for (let tries = 1; ; tries++) {
      const reach = await this.log.reach('all');
      if (reach.isComplete || tries === END_TRIES) return reach;
    }
  }

  /** Adds the queue of a new webhook. */
  async add({ manager }: Transaction, webhook_id: number, place: LogPosition): Promise<void> {
    await manager.insert(WebhookQueue, {
      webhook_id,
      ...columnsOf(place),
      failing_since: 0,
      owner: '',
      owned_until: 0,
    });
  }

  /** Forgets how long a webhook has failed. */
  async resume({ manager }: Transaction, webhook_id: number): Promise<void> {
    await manager.update(WebhookQueue, { webhook_id }, { failing_since: 0 });
  }

  /** Returns the states of the enabled webhooks. */
  async states(): Promise<QueueState[]> {
    const rows = await this.database.rows<{
      id: number;
      place: number | string;
      failing_since: number | string;
      due: number | string | null;
    }>(
      `SELECT queue.webhook_id AS id, queue.place_number AS place, queue.failing_since,
         (SELECT delivery.due_at FROM webhook_deliveries delivery
          WHERE delivery.webhook_id = queue.webhook_id AND delivery.due_at IS NOT NULL
          ORDER BY delivery.due_at LIMIT 1) AS due
       FROM webhook_queues queue
       JOIN webhooks webhook ON webhook.id = queue.webhook_id
       WHERE webhook.enabled = 1`,
    );
    return rows.map(({ id, place, failing_since, due }) => ({
      id,
      place: Number(place),
      failingSince: Number(failing_since),
      ...(due !== null && { due: Number(due) }),
    }));
  }

  /** Returns the queue of a webhook; null when the webhook is deleted. */
  of(webhook_id: number): Promise<WebhookQueue | null> {
    return this.database.select(WebhookQueue, 'queue').where({ webhook_id }).getOne();
  }

  /**
   * Moves the place of a webhook in the log.
   *
   * @returns false when its place is another one by now
   */
  async move(
    { manager }: Transaction,
    webhook_id: number,
    from: LogPosition,
    to: LogPosition,
  ): Promise<boolean> {
    const stored = { webhook_id, ...columnsOf(from) };
    const { affected } = await manager.update(WebhookQueue, stored, columnsOf(to));
    return affected === 1;
  }
}
