import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/operation/observability';
import { WebhookBacklog } from './delivery/webhook-backlog';
import { WebhookDispatcher } from './delivery/webhook-dispatcher';

/** The timeout of a database query for the metrics. */
const ANSWER_MILLISECONDS = 1000;

/** Adds webhooks to the metrics. */
@Injectable()
export class WebhookMetrics {
  constructor(metrics: Metrics, backlog: WebhookBacklog, dispatcher: WebhookDispatcher) {
    metrics.watch(
      'webhook_deliveries_pending',
      'Messages to enabled webhooks that are not delivered, counted up to 10,000; NaN while that is not known.',
      () => known(backlog.pending()),
    );
    metrics.watch(
      'webhook_overdue_seconds',
      'How long the oldest message to an enabled webhook has been due; NaN while that is not known.',
      () => known(backlog.overdue()),
    );
    metrics.watchTotal(
      'webhook_attempts_total',
      'Delivery attempts of this instance, by outcome.',
      () => Object.entries(dispatcher.attempts),
      'outcome',
    );
  }
}

/** Returns NaN when the database does not answer in time. */
async function known(answer: Promise<number>): Promise<number> {
  const unknown = sleep(ANSWER_MILLISECONDS, NaN, { ref: false });
  return Promise.race([answer.catch(() => NaN), unknown]);
}
