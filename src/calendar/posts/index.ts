export { CalendarRecord, recordColumns } from './calendar-record.entity';
export { type SourceIds, Lineage, lineageColumn } from './calendar-record.entity';
export {
  type GlobalIds,
  presentEnvelope,
  presentGlobalIds,
  RecordEnvelope,
  WALL_CLOCK,
} from './record-envelope';
export { JSON_LD, presentJsonLd } from './json-ld';
export { inOrder, LIST_ORDERS } from './list-order';
export {
  type Beginnings,
  LongText,
  rowColumns,
  selectList,
  selectRow,
  SHORT,
  SHORT_INSIDE,
  type Sized,
  textReading,
  type TextReading,
  withLongTexts,
} from './long-texts';
export { merged, recordValues, wholeSecond } from './record-values';
export { LINKED_TEXTS_MAX, LinkedRecordFields, RecordFields, RemoveQuery } from './record-fields';
export { octetsOf, type RecordRow, type Row, selectColumns, type StoredInstant } from './rows';
export { wholeRow, writtenRow } from './rows';
