import type { QueryRunner } from 'typeorm';

/**
 * Whether a migration runs on MySQL or MariaDB; otherwise it runs on SQLite.
 *
 * @throws Error on any other database: what asks this needs an answer for it, too
 *   (docs/databases.md)
 */
export function isMysql({ connection }: QueryRunner): boolean {
  const { type } = connection.options;
  if (type !== 'mysql' && type !== 'expo')
    throw new Error(`The tables have not been thought of for ${type}: see docs/databases.md.`);
  return type === 'mysql';
}
