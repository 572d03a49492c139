import { Injectable } from '@nestjs/common';
import { NumberedChanges } from '../../../platform/storage/changes';
import { Clock, Database } from '../../../platform/storage/database';

/** Maximum of the count of pending messages. */
const COUNTED_MAX = 10_000;

const OF_ENABLED = `FROM webhook_deliveries delivery
  JOIN webhooks webhook ON webhook.id = delivery.webhook_id
  WHERE delivery.due_at IS NOT NULL AND webhook.enabled = 1`;

/** Reads how much webhooks are behind. */
@Injectable()
export class WebhookBacklog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: NumberedChanges,
  ) {}

  /** Returns the number of pending messages to enabled webhooks, counted up to 10,000. */
  async pending(): Promise<number> {
    const [{ count }] = await this.database.rows<{ count: number | string }>(
      `SELECT COUNT(*) AS count FROM (SELECT 1 AS one ${OF_ENABLED} LIMIT ${COUNTED_MAX}) pending`,
    );
    return Number(count);
  }

  /**
   * Returns how long the oldest due message, or the oldest change without its messages, has been waiting, in
   * seconds; 0 without one.
   */
  async overdue(): Promise<number> {
    const [{ due, place }] = await this.database.rows<
      Record<'due' | 'place', number | string | null>
    >(
      `SELECT (SELECT delivery.due_at ${OF_ENABLED} ORDER BY delivery.due_at LIMIT 1) AS due,
         (SELECT MIN(queue.place_number) FROM webhook_queues queue
          JOIN webhooks webhook ON webhook.id = queue.webhook_id
          WHERE webhook.enabled = 1) AS place`,
    );
    const changed = place === null ? undefined : await this.log.timeAfter(Number(place));
    const oldest = Math.min(Number(due ?? Infinity), changed?.getTime() ?? Infinity);
    return Math.max(0, (this.clock.now().getTime() - oldest) / 1000);
  }
}
