import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as mysql from 'mysql2/promise';
import { memoryFolder } from '../memory-folder';
import { ORDINARY_SESSION } from './hostile-settings';

/** `mysql` stands for the family: MySQL or MariaDB. */
export type DatabaseKind = 'sqlite' | 'mysql';

interface ProjectGlobals {
  databaseKind: DatabaseKind;
  /** What test files keep for those that come after them in the same process. */
  kept?: Map<string, unknown>;
  /** Loads what all test files of a process share. */
  requireShared?: (name: string) => unknown;
  /** Whether it is a cluster, of which each instance of the service has the next node. */
  isCluster?: boolean;
  /** What the variables of its server begin with. */
  variables?: string;
}

/** The kind of database that the running Jest project tests on. */
export const {
  databaseKind,
  isCluster = false,
  variables = 'TEST_DATABASE',
  kept = new Map(),
  requireShared,
} = globalThis as unknown as ProjectGlobals;

export interface TestDatabase {
  /** As in `DATABASE_URL`: `sqlite:/path/of/file` or `mysql://user:password@host:port/database`. */
  url: string;
  drop(): Promise<void>;
}

/** What the largest database of a test needs, and its log. */
const SQLITE_MEGABYTES = 32;

/** An empty database of its own for a test file, of the project's kind. */
export function createTestDatabase(): Promise<TestDatabase> {
  return databaseKind === 'mysql' ? createMysqlDatabase() : createSqliteDatabase();
}

/**
 * A database of its own with all tables: it is migrated once in each process, and copied from then on,
 * which takes less than half of the time.
 *
 * @param migrate makes the tables in an empty database, and closes it
 */
export async function createMigratedDatabase(
  migrate: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const contents = `contents of ${databaseKind} ${variables}`;
  // The nodes of a cluster get tables one by one: no copy is faster.
  if (isCluster) return createTestDatabase();
  if (!kept.has(contents)) {
    const first = await createTestDatabase();
    await migrate(first.url);
    kept.set(contents, await contentsOf(first.url));
    await first.drop();
  }
  const database = await createTestDatabase();
  await fill(database.url, kept.get(contents) as Contents);
  return database;
}

/** All that a database holds: its file, or statements that make it. */
type Contents = Buffer | string[];

const fileOf = (url: string): string => url.replace(/^sqlite:/, '');

const contentsOf = (url: string): Promise<Contents> =>
  url.startsWith('sqlite:') ? readFile(fileOf(url)) : connected(url, dump);

const fill = (url: string, contents: Contents): Promise<void> =>
  Buffer.isBuffer(contents)
    ? writeFile(fileOf(url), contents, { mode: 0o600 })
    : connected(url, async (connection) => {
        for (const statement of contents) await connection.query(statement);
      });

async function dump(connection: mysql.Connection): Promise<string[]> {
  const [tables] = await connection.query<mysql.RowDataPacket[]>('SHOW TABLES');
  const statements = ['SET foreign_key_checks = 0'];
  for (const [table] of tables.map(Object.values) as string[][]) {
    const [[made]] = await connection.query<mysql.RowDataPacket[]>('SHOW CREATE TABLE ??', [table]);
    const [rows] = await connection.query<mysql.RowDataPacket[]>('SELECT * FROM ??', [table]);
    statements.push(String(made['Create Table']));
    for (const row of rows)
      statements.push(connection.format('INSERT INTO ?? SET ?', [table, row]));
  }
  return statements;
}

/** It takes long to load: once in a process, and not at all on SQLite. */
const loadDriver = async (): Promise<typeof mysql> =>
  requireShared ? (requireShared('mysql2/promise') as typeof mysql) : import('mysql2/promise');

async function connected<Result>(
  url: string,
  work: (connection: mysql.Connection) => Promise<Result>,
): Promise<Result> {
  const { createConnection } = await loadDriver();
  const connection = await createConnection(url);
  await connection.query(ORDINARY_SESSION);
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

async function createSqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(memoryFolder(SQLITE_MEGABYTES), 'calendar-sqlite-'));
  return {
    url: `sqlite:${join(folder, 'calendar.sqlite')}`,
    drop: () => rm(folder, { recursive: true }),
  };
}

async function createMysqlDatabase(): Promise<TestDatabase> {
  const name = `calendar_test_${randomUUID().replaceAll('-', '')}`;
  await execute(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  // Whoever connects to another node finds it there: with wsrep_sync_wait=1 SELECT waits, and SHOW does not.
  if (isCluster) for (const node of clusterNodes()) await execute('SELECT 1', node);
  const url = new URL(serverUrl());
  url.pathname = name;
  return { url: url.href, drop: async () => void (await execute(`DROP DATABASE ${name}`)) };
}

const execute = (sql: string, url = serverUrl()): Promise<unknown> =>
  connected(url, (connection) => connection.query(sql));

function serverUrl(): string {
  const url = isCluster ? clusterNodes().at(0) : process.env[`${variables}_URL`];
  if (!url) throw new Error('The project runs without its server.');
  return url;
}

let turn = 0;

/** The address of a database for one more instance of the service: in a cluster at the next node. */
export function addressForInstance(url: string): string {
  if (!isCluster || !url.startsWith('mysql:')) return url;
  const nodes = clusterNodes();
  const address = new URL(url);
  const { host } = new URL(nodes[turn++ % nodes.length]);
  // What leads to no node is a proxy of the test.
  if (nodes.some((node) => new URL(node).host === address.host)) address.host = host;
  return address.href;
}

const clusterNodes = (): string[] => process.env.TEST_CLUSTER_NODES?.split(',') ?? [];
