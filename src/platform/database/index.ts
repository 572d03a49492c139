export { Database } from './database';
export { DatabaseModule } from './database.module';
export { type Dialect, dialectOf } from './dialects';
export { migrate, MIGRATIONS } from './migrate';
export { columnsFor, createTable, index, unique } from './tables';
export type { Transaction } from './transaction';
