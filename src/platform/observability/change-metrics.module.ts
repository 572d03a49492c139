import { Module } from '@nestjs/common';
import { ChangeLog, NumberedChanges, SCOPES } from '../changes';
import { Metrics, valueOrNaN } from './metrics';
import { ObservabilityModule } from './observability.module';

/** Adds the log of changes to the metrics. Separate, because commands have no metrics. */
@Module({ imports: [ObservabilityModule] })
export class ChangeMetricsModule {
  constructor(log: ChangeLog, numbered: NumberedChanges, metrics: Metrics) {
    metrics.watchTotal(
      'calendar_changes_committed_total',
      'Committed writes of records.',
      () => log.committed,
    );
    metrics.watch(
      'calendar_changes_overdue_seconds',
      'How long the oldest change is kept beyond CHANGES_DAYS; NaN if unknown.',
      () => valueOrNaN(log.overdue()),
    );
    metrics.watchTotal(
      'calendar_changes_readings_total',
      'Reads of the log of changes by /changes.',
      () => SCOPES.map((scope) => [scope, numbered.readings[scope]]),
      'scope',
    );
    metrics.watch(
      'calendar_changes_unnumbered',
      'Changes without a number, which the next read of /changes assigns; at most 10,000; NaN if unknown.',
      () =>
        Promise.all(
          SCOPES.map(
            async (scope) => [scope, await valueOrNaN(numbered.unnumbered(scope))] as const,
          ),
        ),
      'scope',
    );
  }
}
