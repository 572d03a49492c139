import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

/** `mysql` stands for the family: MySQL or MariaDB. */
export type DatabaseKind = 'sqlite' | 'mysql';

/** The kind of database that the running Jest project tests on. */
export const { databaseKind } = globalThis as unknown as { databaseKind: DatabaseKind };

export interface TestDatabase {
  /** As in `DATABASE_URL`: `sqlite:/path/of/file` or `mysql://user:password@host:port/database`. */
  url: string;
  drop(): Promise<void>;
}

/** Where files are never written to a disk, if the system has such a folder: tests need no durability. */
const IN_MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** An empty database of its own for a test file, of the project's kind. */
export function createTestDatabase(): Promise<TestDatabase> {
  return databaseKind === 'mysql' ? createMysqlDatabase() : createSqliteDatabase();
}

async function createSqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(IN_MEMORY, 'calendar-sqlite-'));
  return {
    url: `sqlite:${join(folder, 'calendar.sqlite')}`,
    drop: () => rm(folder, { recursive: true }),
  };
}

async function createMysqlDatabase(): Promise<TestDatabase> {
  const name = `calendar_test_${randomUUID().replaceAll('-', '')}`;
  await execute(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const url = new URL(serverUrl());
  url.pathname = name;
  return { url: url.href, drop: () => execute(`DROP DATABASE ${name}`) };
}

async function execute(sql: string): Promise<void> {
  const connection = await createConnection(serverUrl());
  await connection.query(sql);
  await connection.end();
}

function serverUrl(): string {
  const { TEST_DATABASE_URL: url } = process.env;
  if (!url) throw new Error('The project "mysql" runs without its server.');
  return url;
}
