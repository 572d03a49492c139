import type { DatabaseSettings } from '../../config';
import { Dialect } from './dialect';
import { MysqlDialect } from './mysql';
import { SqliteDialect } from './sqlite';

export { Dialect };

export function dialectOf(settings: DatabaseSettings): Dialect {
  return settings.url.startsWith('sqlite:')
    ? new SqliteDialect(settings)
    : new MysqlDialect(settings);
}
