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
export { lengthFaults, merged, recordValues, wholeSecond } from './record-values';
export { LINKED_TEXTS_MAX, LinkedRecordFields, RecordFields, RemoveQuery } from './record-fields';
