import { setTimeout as sleep } from 'node:timers/promises';
import { Module } from '@nestjs/common';
import { ChangeLog, NumberedChanges, SCOPES } from '../../storage/changes';
import { Metrics } from './metrics';
import { ObservabilityModule } from './observability.module';

/** The timeout of a database query for the metrics. */
const ANSWER_MILLISECONDS = 1000;

/** Adds the log of changes to the metrics. Separate, because commands have no metrics. */
@Module({ imports: [ObservabilityModule] })
export class ChangeMetricsModule {
  constructor(log: ChangeLog, numbered: NumberedChanges, metrics: Metrics) {
    metrics.watchTotal(
      'changes_committed_total',
      'Committed writes of records.',
      () => log.committed,
    );
    metrics.watch(
      'changes_overdue_seconds',
      'How long the oldest change is kept beyond CHANGES_DAYS; NaN if unknown.',
      () => known(log.overdue()),
    );
    metrics.watchTotal(
      'changes_readings_total',
      'Reads of the log of changes by /changes.',
      () => SCOPES.map((scope) => [scope, numbered.readings[scope]]),
      'scope',
    );
    metrics.watch(
      'changes_unnumbered',
      'Changes without a number, which the next read of /changes assigns; at most 10,000; NaN if unknown.',
      () =>
        Promise.all(
          SCOPES.map(async (scope) => [scope, await known(numbered.unnumbered(scope))] as const),
        ),
      'scope',
    );
  }
}

/** Returns NaN when the database does not answer in time. */
async function known(answer: Promise<number>): Promise<number> {
  const unknown = sleep(ANSWER_MILLISECONDS, NaN, { ref: false });
  return Promise.race([answer.catch(() => NaN), unknown]);
}
