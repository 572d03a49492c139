export { Change, type ChangeType, STORED_NUMBER } from './change.entity';
export { type ChangeScope, SCOPES } from './change-counter.entity';
export { ChangeLog, type CommittedChange, OnCommitted } from './change-log';
export { ChangesModule } from './changes.module';
export {
  type NumberedChange,
  NumberedChanges,
  type LogPosition,
  positionOf,
} from './numbered-changes';
export { Followed, isPublic, PublicWhen, publicWhen } from './record-decorators';
export {
  type NewRecord,
  type RecordChange,
  RecordWriter,
  type VersionedRow,
  type WithId,
} from './record-writer';
