export { Clock } from './clock';
export { Database } from './database';
export { DatabaseModule } from './database.module';
export { type Dialect, dialectOf, sqliteFile } from './dialects';
export { insertRows } from './insert-rows';
export { migrate, MIGRATIONS, migrations, revertLast, withoutLimits } from './migrate';
export { databaseStartProblem } from './start-problem';
export { columnsFor, createTable, index, unique } from './tables';
export type { Transaction } from './transaction';
