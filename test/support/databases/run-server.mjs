/*
 * Runs a throw-away MariaDB or MySQL server on 127.0.0.1 and prints its URL once it answers.
 *
 * It lives as long as its standard input stays open: it ends with whoever started it, however that
 * one ends, and leaves no process and no file behind.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { findServer, NO_SERVER } from './find-server.mjs';

const PORT_ATTEMPTS = 5;
const ANSWERS_WITHIN_MS = 60_000;

process.on('uncaughtException', ({ message }) => {
  process.stderr.write(message);
  process.exit(1);
});

const program = findServer();
if (!program) throw new Error(`API tests cannot run on MySQL or MariaDB: ${NO_SERVER}`);

const installation = dirname(dirname(realpathSync(program)));
const folder = mkdtempSync(join(tmpdir(), 'calendar-mysql-'));
const data = join(folder, 'data');
const log = join(folder, 'error.log');
const accounts = join(folder, 'accounts.sql');
const user = 'calendar_tests';
const password = randomBytes(16).toString('hex');

const options = [
  '--no-defaults',
  // Both servers refuse to run as root unless they are told to.
  ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  `--basedir=${installation}`,
  `--datadir=${data}`,
  `--log-error=${log}`,
  `--secure-file-priv=${folder}`,
  '--innodb-buffer-pool-size=64M',
  '--loose-innodb-log-file-size=16M',
  '--performance-schema=OFF',
  // The data never outlives the run, so it need not survive a power failure.
  '--innodb-flush-log-at-trx-commit=0',
  '--loose-debug-no-sync',
];

let server;
process.on('exit', () => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
process.stdin.on('close', end).resume();

initialise();
process.stdout.write(`${await start()}\n`);

/** Makes the data folder with its system tables. */
function initialise() {
  mkdirSync(data);
  const { stdout } = spawnSync(program, ['--no-defaults', '--version'], { encoding: 'utf8' });
  const { status } = stdout.includes('MariaDB')
    ? spawnSync(program, [...options, '--bootstrap'], { input: mariadbSystemTables() })
    : spawnSync(program, [...options, '--initialize-insecure']);
  if (status !== 0) throw new Error(`${program} did not make its system tables.\n${logged()}`);
}

/**
 * The SQL that makes MariaDB's system tables.
 *
 * mariadb-install-db would feed the same files to the server, but on Debian it needs programs of
 * the client packages. The files' names and folder depend on version and distribution.
 */
function mariadbSystemTables() {
  const files = ['system_tables', 'performance_tables', 'system_tables_data'].map((name) => {
    const places = ['share/mysql', 'share/mariadb', 'share'].flatMap((share) =>
      ['mariadb', 'mysql'].map((brand) => join(installation, share, `${brand}_${name}.sql`)),
    );
    const file = places.find((place) => existsSync(place));
    if (!file) throw new Error(`None of these is there: ${places.join(', ')}`);
    return readFileSync(file, 'utf8');
  });
  const prologue = ['CREATE DATABASE mysql;', 'USE mysql;', 'SET @auth_root_socket = NULL;'];
  return [...prologue, ...files].join('\n');
}

/** Starts the server and answers its URL; another program may take the free port first. */
async function start() {
  const account = `'${user}'@'127.0.0.1'`;
  writeFileSync(
    accounts,
    `CREATE USER ${account} IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO ${account};\n`,
  );
  for (let attempt = 1; attempt <= PORT_ATTEMPTS; attempt += 1) {
    const port = await freePort();
    const url = `mysql://${user}:${password}@127.0.0.1:${port}`;
    server = spawn(
      program,
      [
        ...options,
        '--bind-address=127.0.0.1',
        `--port=${port}`,
        `--socket=${join(folder, 'socket')}`,
        `--pid-file=${join(folder, 'pid')}`,
        `--init-file=${accounts}`,
        '--skip-name-resolve',
        '--skip-log-bin',
        '--sync-binlog=0',
        '--max-connections=500',
        '--loose-mysqlx=OFF',
      ],
      { stdio: 'ignore' },
    );
    if (await answers(url)) return url;
  }
  throw new Error(`${program} did not start.\n${logged()}`);
}

async function answers(url) {
  const deadline = Date.now() + ANSWERS_WITHIN_MS;
  while (isRunning() && Date.now() < deadline) {
    try {
      await (await createConnection(url)).end();
      return true;
    } catch {
      await sleep(20);
    }
  }
  server.kill('SIGKILL');
  return false;
}

function end() {
  if (isRunning()) server.once('exit', () => process.exit()).kill('SIGKILL');
  else process.exit();
}

function isRunning() {
  return server && server.exitCode === null && server.signalCode === null;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function logged() {
  return existsSync(log) ? readFileSync(log, 'utf8').trimEnd() : '';
}
