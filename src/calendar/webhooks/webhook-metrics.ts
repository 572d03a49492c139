import { Injectable } from '@nestjs/common';
import { Metrics, valueOrNaN } from '../../platform/observability';
import { NumberedChanges } from '../../platform/changes';
import { Database } from '../../platform/database';
import { WebhookDispatcher } from './delivery/webhook-dispatcher';

const COUNTED_MAX = 10_000;

const OF_ENABLED = `FROM webhook_deliveries delivery
  JOIN webhooks webhook ON webhook.id = delivery.webhook_id
  WHERE delivery.due_at IS NOT NULL AND webhook.enabled = 1`;

@Injectable()
export class WebhookMetrics {
  constructor(
    metrics: Metrics,
    dispatcher: WebhookDispatcher,
    private readonly database: Database,
    private readonly log: NumberedChanges,
  ) {
    metrics.watch(
      'calendar_webhook_deliveries_pending',
      'Messages to enabled webhooks that are not delivered, counted up to 10,000; NaN while that is not known.',
      () => valueOrNaN(this.pending()),
    );
    metrics.watch(
      'calendar_webhook_overdue_seconds',
      'How long the oldest due message to an enabled webhook, or the oldest change without messages, has been waiting; NaN while that is not known.',
      () => valueOrNaN(this.overdue()),
    );
    metrics.watch(
      'calendar_webhook_oldest_pending_seconds',
      'Age of the oldest message to an enabled webhook that is not delivered, also while it waits for its next attempt; 0 without one, NaN while that is not known.',
      () => valueOrNaN(this.oldest()),
    );
    metrics.watchTotal(
      'calendar_webhook_attempts_total',
      'Delivery attempts of this instance, by outcome.',
      () => Object.entries(dispatcher.attempts),
      'outcome',
    );
  }

  private async pending(): Promise<number> {
    const [{ count }] = await this.database.rows<{ count: number | string }>(
      `SELECT COUNT(*) AS count FROM (SELECT 1 AS one ${OF_ENABLED} LIMIT ${COUNTED_MAX}) pending`,
    );
    return Number(count);
  }

  /** In seconds. */
  private async oldest(): Promise<number> {
    const [{ created }] = await this.database.rows<{ created: number | string | null }>(
      `SELECT MIN((SELECT delivery.created_at FROM webhook_deliveries delivery
         WHERE delivery.webhook_id = webhook.id AND delivery.status = 'pending'
         ORDER BY delivery.id LIMIT 1)) AS created
       FROM webhooks webhook WHERE webhook.enabled = 1`,
    );
    return created === null ? 0 : this.secondsSince(Number(created));
  }

  private secondsSince(milliseconds: number): number {
    return Math.max(0, (Date.now() - milliseconds) / 1000);
  }

  /**
   * Returns for how many seconds the oldest due message, or the oldest change without its messages, has been waiting.
   */
  private async overdue(): Promise<number> {
    const [{ due, position }] = await this.database.rows<
      Record<'due' | 'position', number | string | null>
    >(
      `SELECT (SELECT delivery.due_at ${OF_ENABLED} ORDER BY delivery.due_at LIMIT 1) AS due,
         (SELECT MIN(queue.place_number) FROM webhook_queues queue
          JOIN webhooks webhook ON webhook.id = queue.webhook_id
          WHERE webhook.enabled = 1) AS position`,
    );
    const changed = position === null ? undefined : await this.log.timeAfter(Number(position));
    const oldest = Math.min(Number(due ?? Infinity), changed?.getTime() ?? Infinity);
    return this.secondsSince(oldest);
  }
}
