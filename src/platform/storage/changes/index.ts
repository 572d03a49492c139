export { Change, type ChangeType, STORED_NUMBER } from './change.entity';
export { type ChangeScope, SCOPES } from './change-counter.entity';
export { ChangeLog } from './change-log';
export { ChangesModule } from './changes.module';
export { Followed } from './followed';
export {
  type NumberedChange,
  NumberedChanges,
  type LogPosition,
  positionOf,
  type Reach,
} from './numbered-changes';
export { type CommittedChange, OnCommitted } from './on-committed';
export { type ColumnValues, isPublic, PublicWhen, publicWhen } from './public-when';
export {
  type NewRecord,
  RecordWriter,
  type VersionedRow,
  type WithId,
  writtenId,
} from './record-writer';
