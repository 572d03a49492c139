import { createConnection } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import type { TestApp } from './app';
import { databaseKind } from './databases';

/**
 * Makes the next write of an app to a table fail. On MySQL that takes `DATABASE_TIMEOUT`, and lasts
 * until it is ended; on SQLite it ends by itself, since the connection is reopened.
 *
 * @returns a function that ends it
 */
export async function preventWrites(app: TestApp, table: string): Promise<() => Promise<unknown>> {
  if (databaseKind === 'sqlite') {
    await app.nest.get(DataSource).query('PRAGMA query_only = ON');
    return () => Promise.resolve();
  }
  const connection = await createConnection(app.databaseUrl);
  await connection.query(`LOCK TABLES ${table} READ`);
  return () => connection.end();
}
