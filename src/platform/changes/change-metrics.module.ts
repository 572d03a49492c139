import { Module } from '@nestjs/common';
import { Metrics, ObservabilityModule } from '../observability';
import { ChangeLog } from './change-log';

/** Shows the log of changes in the metrics, which commands have not. */
@Module({ imports: [ObservabilityModule] })
export class ChangeMetricsModule {
  constructor(log: ChangeLog, metrics: Metrics) {
    metrics.watchTotal(
      'changes_committed_total',
      'Writes of records that were committed.',
      () => log.committed,
    );
    metrics.watch(
      'changes_overdue_seconds',
      'How long the oldest change is kept beyond CHANGES_DAYS; NaN while that is not known.',
      () => log.overdue(),
    );
  }
}
