import { Injectable } from '@nestjs/common';
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
  ) {}

  /** Returns the number of pending messages to enabled webhooks, counted up to 10,000. */
  async pending(): Promise<number> {
    const [{ count }] = await this.database.rows<{ count: number | string }>(
      `SELECT COUNT(*) AS count FROM (SELECT 1 AS one ${OF_ENABLED} LIMIT ${COUNTED_MAX}) pending`,
    );
    return Number(count);
  }

  /** Returns how long the message that waits longest has been due, in seconds; 0 without one. */
  async overdue(): Promise<number> {
    const [oldest] = await this.database.rows<{ due: number | string }>(
      `SELECT delivery.due_at AS due ${OF_ENABLED} ORDER BY delivery.due_at LIMIT 1`,
    );
    const due = Number((oldest as { due: number | string } | undefined)?.due ?? Infinity);
    return Math.max(0, (this.clock.now().getTime() - due) / 1000);
  }
}
