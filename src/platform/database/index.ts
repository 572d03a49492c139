export { DataVersion } from './data-version';
export { Database } from './database';
export { DatabaseModule } from './database.module';
export { assertUnused, type Dialect, dialectOf, sqliteFile, undoneError } from './dialects';
export { Leases } from './leases';
export {
  addColumn,
  changeIndexes,
  columnsFor,
  createTable,
  dropColumn,
  index,
  unique,
} from './tables';
export { migrate, migrations, revertLast, withoutLimits } from './migrate';
export { NewerRelease, NewerReleaseError } from './newer-release';
export { OldRows } from './old-rows';
export {
  type Beginnings,
  LongText,
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
export { databaseStartProblem } from './start-problem';
export type { Transaction } from './transaction';
export {
  addToCounts,
  batchesOf,
  type CountTable,
  insertRow,
  insertRows,
  updateRows,
} from './write-rows';
