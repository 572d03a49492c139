export { ChangeMetricsModule } from './change-metrics.module';
export { Change, type ChangeType } from './change.entity';
export { ChangesModule } from './changes.module';
export { type CommittedChange, OnCommitted } from './on-committed';
export { PublicWhen } from './public-when';
export { type NewRecord, RecordWriter, type VersionedRow } from './record-writer';
