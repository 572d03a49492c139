export { PostsModule } from './posts.module';
export { CalendarRecord } from './calendar-record.entity';
export { type GlobalIds, presentFrame, presentGlobalIds, RecordFrame, WALL_CLOCK } from './frame';
export { JSON_LD, presentJsonLd } from './json-ld';
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
export { merged } from './merged';
export { recordColumns } from './record-columns';
export { LinkedRecordFields, RecordFields } from './record-fields';
export { type RecordValues, recordValues, wholeSecond } from './record-values';
export { RemoveQuery } from './remove-query';
export {
  octetsOf,
  type RecordRow,
  type Row,
  selectColumns,
  type StoredFlag,
  type StoredInstant,
} from './rows';
export { wholeRow, writtenRow } from './written-row';
