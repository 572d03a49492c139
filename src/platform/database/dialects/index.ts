import type { DatabaseSettings } from '../../config';
import { Dialect } from './dialect';
import { MysqlDialect } from './mysql';
import { SqliteDialect, sqliteFile } from './sqlite';

export { Dialect, sqliteFile };

export function dialectOf(settings: DatabaseSettings): Dialect {
  return settings.url.startsWith('sqlite:')
    ? new SqliteDialect(settings)
    : new MysqlDialect(settings);
}
