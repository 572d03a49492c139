import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { memoryFolder } from '../memory-folder';

/** `mysql` stands for the family: MySQL or MariaDB. */
export type DatabaseKind = 'sqlite' | 'mysql';

interface ProjectGlobals {
  databaseKind: DatabaseKind;
  /** Whether it is a cluster, of which each instance of the service has the next node. */
  isCluster?: boolean;
}

/** The kind of database that the running Jest project tests on. */
export const { databaseKind, isCluster = false } = globalThis as unknown as ProjectGlobals;

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
  // Whoever connects to another node finds it there.
  if (isCluster) for (const node of clusterNodes()) await execute('SHOW DATABASES', node);
  const url = new URL(serverUrl());
  url.pathname = name;
  return { url: url.href, drop: () => execute(`DROP DATABASE ${name}`) };
}

async function execute(sql: string, url = serverUrl()): Promise<void> {
  const connection = await createConnection(url);
  await connection.query(sql);
  await connection.end();
}

function serverUrl(): string {
  const url = isCluster ? clusterNodes().at(0) : process.env.TEST_DATABASE_URL;
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
