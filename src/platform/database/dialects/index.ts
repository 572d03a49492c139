import type { DatabaseSettings } from '../../config';
import type { Dialect } from './dialect';
import { MysqlDialect } from './mysql';
import { SqliteDialect } from './sqlite';

export { Dialect, type ListCondition, type PoolState, type RowLocks } from './dialect';
export { undoneError } from './failure';
export { SESSION_REFUSED } from './mysql-session';
export { sqliteFile } from './sqlite';
export { sqliteCode } from './sqlite-code';
export { assertUnused } from './sqlite-connection';

export const dialectOf = (settings: DatabaseSettings): Dialect =>
  settings.databaseUrl.startsWith('sqlite:')
    ? new SqliteDialect(settings)
    : new MysqlDialect(settings);
