export { CalendarRecord } from './calendar-record.entity';
export { linkVisibility } from './event-reference';
export { type GlobalIds, presentFrame, presentGlobalIds, RecordFrame, WALL_CLOCK } from './frame';
export type { StoredImage } from './image';
export { Image, IMAGE_OR_FALSE } from './image-record';
export { ImageSettings } from './image-settings';
export { JSON_LD, presentJsonLd } from './json-ld';
export { type Linkable, unknownIds, notFound, unlinkableIds, withHiddenLinks } from './linkable';
export { unlinkMost } from './linked-events';
export type { LinkedKind, LinkedRecord } from './linked-kind';
export { LinkedListQuery } from './linked-list-query';
export { LinkedRecords } from './linked-records';
export { LinkedRecordsModule } from './linked-records.module';
export { type Draft, LinkedReferences } from './linked-references';
export {
  type Beginnings,
  LongText,
  selectRow,
  SHORT,
  SHORT_INSIDE,
  type Sized,
  textReading,
  type TextReading,
  withLongTexts,
} from './long-texts';
export { LostLink } from './lost-link.entity';
export { merged } from './merged';
export { type PostStatus, STATUSES } from './post-status';
export { presentImage } from './present-image';
export { assertFound, assertMayForce, assertReadable, canRead, isOpenTo } from './record-access';
export { recordColumns } from './record-columns';
export { LinkedRecordFields, RecordFields } from './record-fields';
export { type RecordValues, recordValues, wholeSecond } from './record-values';
export { RemoveQuery } from './remove-query';
export { octetsOf, type RecordRow, type Row, type StoredFlag, type StoredInstant } from './rows';
export { touchEvents } from './touch-events';
export { assertMayList, filterByStatus, readableBy } from './status-filter';
export { wholeRow, writtenRow } from './written-row';
