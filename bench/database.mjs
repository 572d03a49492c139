import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { findServer, NO_SERVER_OF_OURS } from '../test/support/databases/find-server.mjs';
import { compileRequired } from '../test/support/shared-realm/compile.mjs';

compileRequired();
const require = createRequire(import.meta.url);
const { Keeper } = require('../test/support/keeper.ts');
const { PrivateServer } = require('../test/support/databases/private-server.ts');

const CLI = join(import.meta.dirname, '../dist/cli/main.js');

/** The sizes that are compared; events, and the days around today on which they begin. */
export const SIZES = {
  '10k': { events: 10_000, past: 0, ahead: 729 },
  '1M': { events: 1_000_000, past: 3652, ahead: 730 },
};

/** As a server that is run in earnest: a commit is on the disk, and the tables are in memory. */
const DURABLE = [
  '--innodb-flush-log-at-trx-commit=1',
  '--innodb-buffer-pool-size=4G',
  '--loose-innodb-log-file-size=512M',
  '--skip-log-bin',
];

/**
 * The server of the benchmark: that of `BENCH_DATABASE_URL`, or a private one that ends with the
 * benchmark.
 *
 * @returns {Promise<{ url: string, pid?: number, end: () => Promise<void> }>}
 */
export async function startDatabase() {
  const { BENCH_DATABASE_URL: given } = process.env;
  if (given) return { url: given.replace(/\/+$/, ''), end: async () => undefined };
  const program = findServer();
  if (!program) throw new Error(NO_SERVER_OF_OURS);
  const keeper = await Keeper.start();
  const server = await PrivateServer.create({ program, keeper, name: 'bench', options: DURABLE });
  server.install();
  await server.start();
  return { url: server.url, pid: server.pid, end: () => keeper.end() };
}

/** The name of the database of a size. */
export const nameOf = (size) => `calendar_bench_${size.toLowerCase()}`;

/** Makes a database of generated events afresh. @returns its URL, and events a second */
export async function seed(serverUrl, size) {
  const { events, past, ahead } = SIZES[size];
  const name = nameOf(size);
  const connection = await createConnection(serverUrl);
  await connection.query(`DROP DATABASE IF EXISTS ${name}`);
  await connection.query(`CREATE DATABASE ${name}`);
  await connection.end();
  const url = `${serverUrl}/${name}`;
  const started = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [CLI, 'seed', '--events', events, '--past', past, '--ahead', ahead].map(String),
    { stdio: ['ignore', 2, 2], env: { ...process.env, DATABASE_URL: url } },
  );
  if (status !== 0) throw new Error(`${events} events could not be generated.`);
  await analyze(url);
  return { url, eventsPerSecond: events / ((performance.now() - started) / 1000) };
}

/** The planner must not depend on when the server last looked at the tables. */
async function analyze(url) {
  const connection = await createConnection(url);
  const [tables] = await connection.query({ sql: 'SHOW TABLES', rowsAsArray: true });
  await connection.query(`ANALYZE TABLE ${tables.flat().join(', ')}`);
  await connection.end();
}
