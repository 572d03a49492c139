import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createJiti } from 'jiti';
import { createConnection } from 'mysql2/promise';
import { findGalera, NO_GALERA } from '../test/support/databases/find-galera.mjs';
import { findServer, NO_SERVER_OF_OURS } from '../test/support/databases/find-server.mjs';

const { import: importTypeScript } = createJiti(import.meta.url);
const { Keeper } = await importTypeScript('../test/support/keeper.ts');
const { PrivateServer } = await importTypeScript('../test/support/databases/private-server.ts');
const { Cluster } = await importTypeScript('../test/support/galera/cluster.ts');

const CLI = join(import.meta.dirname, '../dist/cli/main.js');

/** The number of events, and the days before and after today on which they start. */
export const SIZES = {
  '10k': { events: 10_000, past: 0, ahead: 729 },
  '1M': { events: 1_000_000, past: 3652, ahead: 730 },
};

/** As in production: durable commits, and tables in memory. */
const DURABLE = [
  '--innodb-flush-log-at-trx-commit=1',
  '--innodb-buffer-pool-size=4G',
  '--loose-innodb-log-file-size=512M',
  '--loose-innodb-redo-log-capacity=512M',
  '--skip-log-bin',
];

/**
 * Database servers that are stopped at the end of the benchmark.
 *
 * @typedef {{ url: string, pids?: number[], end: () => Promise<void> }} Servers the URL of the
 *   first server without a database, and all process ids if known
 */

/**
 * Uses the server in `BENCH_DATABASE_URL`, or starts a private one.
 *
 * @param {{ keep: boolean, write: boolean }} options `keep`: reuse the databases of an earlier
 *   run; `write`: write the results into the documentation
 * @returns {Promise<Servers>}
 */
export async function startDatabase({ keep, write }) {
  const { BENCH_DATABASE_URL: given } = process.env;
  if (keep && !given)
    throw new Error('--keep needs the server of an earlier run in BENCH_DATABASE_URL.');
  if (keep && write)
    throw new Error(
      '--write cannot be combined with --keep: the earlier run has created further events.',
    );
  if (given) return { url: given.replace(/\/+$/, ''), end: async () => undefined };
  return startServer();
}

/**
 * Starts a private server.
 * @returns {Promise<Servers>}
 */
export const startServer = () =>
  starting(async (keeper, program) => {
    const server = await PrivateServer.create({ program, keeper, name: 'bench', options: DURABLE });
    server.install();
    await server.start();
    return { url: server.url, servers: [server] };
  });

/**
 * Starts a cluster of three nodes.
 * @returns {Promise<Servers & { nodes: string[] }>}
 */
export const startCluster = () =>
  starting(async (keeper, server) => {
    const library = findGalera();
    if (!library) throw new Error(NO_GALERA);
    // Each node waits for the writes of the others (docs/operating/scaling.md).
    const options = [...DURABLE, '--wsrep-sync-wait=1'];
    const { nodes } = await Cluster.start(keeper, { server, library, options });
    const servers = nodes.map((node) => node.server);
    const urls = servers.map(({ url }) => url);
    return { url: urls[0], nodes: urls, servers };
  });

async function starting(start) {
  const program = findServer();
  if (!program) throw new Error(NO_SERVER_OF_OURS);
  const keeper = await Keeper.start();
  const { servers, ...addresses } = await start(keeper, program);
  return { ...addresses, pids: servers.map(({ pid }) => pid), end: () => keeper.end() };
}

export const nameOf = (name) => `calendar_bench_${name.toLowerCase()}`;

/**
 * Creates a database of generated events, or reuses one.
 *
 * @param isKept whether to reuse the database of an earlier run
 * @returns {Promise<{ url: string, eventsPerSecond?: number }>} `eventsPerSecond`: the speed of
 *   the generation
 */
export const prepare = async (serverUrl, size, isKept) =>
  isKept ? { url: `${serverUrl}/${nameOf(size)}` } : seed(serverUrl, size);

/**
 * Replaces a database of the same name.
 *
 * @returns {Promise<string>} its URL
 */
export async function createDatabase(serverUrl, name) {
  const database = nameOf(name);
  const connection = await createConnection(serverUrl);
  await connection.query(`DROP DATABASE IF EXISTS ${database}`);
  await connection.query(`CREATE DATABASE ${database}`);
  await connection.end();
  return `${serverUrl}/${database}`;
}

export async function seed(serverUrl, size) {
  const { events, past, ahead } = SIZES[size];
  const url = await createDatabase(serverUrl, size);
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

/** So that query plans do not depend on when the server last updated its statistics. */
async function analyze(url) {
  const connection = await createConnection(url);
  const [tables] = await connection.query({ sql: 'SHOW TABLES', rowsAsArray: true });
  await connection.query(`ANALYZE TABLE ${tables.flat().join(', ')}`);
  await connection.end();
}
