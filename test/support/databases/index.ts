import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as mysql from 'mysql2/promise';
import { memoryFolder } from '../memory-folder';
import { ORDINARY_SESSION } from './hostile-settings';

export type DatabaseKind = 'sqlite' | 'mysql';

interface ProjectGlobals {
  databaseKind: DatabaseKind;
  /** Later test files of the same process use these values. */
  retained?: Map<string, unknown>;
  loadByNode?: (name: string) => unknown;
  /** In a cluster, each instance of the service uses the next node. */
  isCluster?: boolean;
  /** The prefix of the variables of its server. */
  variables?: string;
}

export const {
  databaseKind,
  isCluster = false,
  variables = 'TEST_DATABASE',
  retained = new Map(),
  loadByNode,
} = globalThis as unknown as ProjectGlobals;

export interface TestDatabase {
  /** As in `DATABASE_URL`: `sqlite:/path/of/file` or `mysql://user:password@host:port/database`. */
  url: string;
  drop(): Promise<void>;
}

/** The size of the largest test database with its log. */
const SQLITE_MEGABYTES = 32;

export function createTestDatabase(): Promise<TestDatabase> {
  return databaseKind === 'mysql' ? createMysqlDatabase() : createSqliteDatabase();
}

/**
 * Creates a database with all tables. Only the first one in each process is migrated; the others
 * are copies, which takes less than half the time.
 *
 * @param migrate creates the tables in an empty database, and closes it
 */
export async function createMigratedDatabase(
  migrate: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const contents = `contents of ${databaseKind} ${variables}`;
  // Copies are not faster in a cluster.
  if (isCluster) return createTestDatabase();
  if (!retained.has(contents)) {
    const first = await createTestDatabase();
    await migrate(first.url);
    retained.set(contents, await contentsOf(first.url));
    await first.drop();
  }
  const database = await createTestDatabase();
  await fill(database.url, retained.get(contents) as Contents);
  return database;
}

/** The content of a database: its file, or statements that create it. */
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

const loadDriver = async (): Promise<typeof mysql> =>
  loadByNode ? (loadByNode('mysql2/promise') as typeof mysql) : import('mysql2/promise');

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
  // Waits until all nodes have the database: with wsrep_sync_wait=1 SELECT waits, SHOW does not.
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

/** Returns the URL of a database for another instance of the service: in a cluster, at the next node. */
export function addressForInstance(url: string): string {
  if (!isCluster || !url.startsWith('mysql:')) return url;
  const nodes = clusterNodes();
  const address = new URL(url);
  const { host } = new URL(nodes[turn++ % nodes.length]);
  // Other addresses are proxies of the test.
  if (nodes.some((node) => new URL(node).host === address.host)) address.host = host;
  return address.href;
}

const clusterNodes = (): string[] => process.env.TEST_CLUSTER_NODES?.split(',') ?? [];
