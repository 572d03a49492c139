import type { QueryRunner } from 'typeorm';

/**
 * Returns true when a migration runs on MySQL or MariaDB, false on SQLite.
 *
 * @throws Error on any other database, which the callers do not support yet (docs/databases.md)
 */
export function isMysql({ connection }: QueryRunner): boolean {
  const { type } = connection.options;
  if (type !== 'mysql' && type !== 'expo')
    throw new Error(`The migrations do not support ${type}: see docs/databases.md.`);
  return type === 'mysql';
}
