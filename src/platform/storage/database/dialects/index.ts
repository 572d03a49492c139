import type { DatabaseSettings } from '../../../foundation/config';
import {
  Dialect,
  type PoolState,
  type RowLocks,
  type Statement,
  type StatementResult,
} from './dialect';
import { type Failure, undoneError } from './failure';
import { MysqlDialect } from './mysql';
import { SESSION_REFUSED } from './mysql-session';
import type { ListCondition } from './number-list';
import { SqliteDialect, sqliteFile } from './sqlite';
import { sqliteCode } from './sqlite-code';
export {
  Dialect,
  type Failure,
  type ListCondition,
  type PoolState,
  type RowLocks,
  SESSION_REFUSED,
  type Statement,
  type StatementResult,
  sqliteCode,
  sqliteFile,
  undoneError,
};
export function dialectOf(settings: DatabaseSettings): Dialect {
  return settings.databaseUrl.startsWith('sqlite:')
    ? new SqliteDialect(settings)
    : new MysqlDialect(settings);
}
