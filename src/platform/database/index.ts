export { addToCounts, type CountTable } from './add-to-counts';
export { batchesOf } from './batches-of';
export { DataVersion, Shards } from './data-version';
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
export { databaseStartProblem } from './start-problem';
export { storedInstant } from './stored-instant';
export type { Transaction } from './transaction';
export { insertRow, insertRows, updateRows } from './write-rows';
