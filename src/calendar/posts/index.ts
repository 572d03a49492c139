export {
  CalendarRecord,
  Lineage,
  lineageColumn,
  recordColumns,
  type RecordRow,
  type SourceIds,
} from './calendar-record.entity';
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
  firstPresented,
  LongText,
  octetsOf,
  type Row,
  rowColumns,
  type RowReading,
  selectColumns,
  selectList,
  selectRow,
  SHORT,
  SHORT_INSIDE,
  type Sized,
  type StoredInstant,
  textReading,
  type TextReading,
  WHOLE_ROW,
  wholeRow,
  withLongTexts,
  writtenRow,
} from './rows';
export { lengthFaults, merged, recordValues, wholeSecond } from './record-values';
export { LINKED_TEXTS_MAX, LinkedRecordFields, RecordFields, RemoveQuery } from './record-fields';
