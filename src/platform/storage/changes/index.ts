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
} from './numbered-changes';
export { type CommittedChange, OnCommitted } from './on-committed';
export { isPublic, PublicWhen, publicWhen } from './public-when';
export { type NewRecord, RecordWriter, type VersionedRow, type WithId } from './record-writer';
