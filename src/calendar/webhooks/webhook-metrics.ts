import { Injectable } from '@nestjs/common';
import { Metrics, valueOrNaN } from '../../platform/operation/observability';
import { WebhookBacklog } from './delivery/webhook-backlog';
import { WebhookDispatcher } from './delivery/webhook-dispatcher';

/** Adds webhooks to the metrics. */
@Injectable()
export class WebhookMetrics {
  constructor(metrics: Metrics, backlog: WebhookBacklog, dispatcher: WebhookDispatcher) {
    metrics.watch(
      'webhook_deliveries_pending',
      'Messages to enabled webhooks that are not delivered, counted up to 10,000; NaN while that is not known.',
      () => valueOrNaN(backlog.pending()),
    );
    metrics.watch(
      'webhook_overdue_seconds',
      'How long the oldest due message to an enabled webhook, or the oldest change without messages, has been waiting; NaN while that is not known.',
      () => valueOrNaN(backlog.overdue()),
    );
    metrics.watchTotal(
      'webhook_attempts_total',
      'Delivery attempts of this instance, by outcome.',
      () => Object.entries(dispatcher.attempts),
      'outcome',
    );
  }
}
