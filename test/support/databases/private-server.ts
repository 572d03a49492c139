import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import type { Keeper } from '../keeper';

const START_MILLISECONDS = 60_000;

/** Ports outside of the ephemeral range, so that they stay free between restarts. */
const PORTS = { first: 20_000, count: 10_000 };

const USER = 'calendar_tests';
const PASSWORD = randomBytes(16).toString('hex');

export interface PrivateServerOptions {
  program: string;
  keeper: Keeper;
  /** The prefix of its files in the keeper's folder. */
  name: string;
  options: readonly string[];
  environment?: NodeJS.ProcessEnv;
}

/**
 * A MariaDB or MySQL server on 127.0.0.1, which ends with its keeper.
 *
 * It keeps its port and its data when it is stopped or killed and started again.
 */
export class PrivateServer {
  private server?: ChildProcess;
  private readonly folder: string;

  private constructor(
    private readonly given: PrivateServerOptions,
    readonly port: number,
  ) {
    this.folder = join(given.keeper.folder, given.name);
  }

  /** Prepares a server with an empty folder, without starting it. */
  static async create(given: PrivateServerOptions): Promise<PrivateServer> {
    const server = new PrivateServer(given, await lastingPort());
    mkdirSync(server.temporary, { recursive: true });
    return server;
  }

  /** As in `DATABASE_URL`, without a database; the user has all rights. */
  get url(): string {
    return `mysql://${USER}:${PASSWORD}@127.0.0.1:${this.port}`;
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  /** Separate: a server deletes the temporary tables in its folder when it starts. */
  private get temporary(): string {
    return join(this.folder, 'temporary');
  }

  get pid(): number | undefined {
    return this.server?.pid;
  }

  get isRunning(): boolean {
    return this.server?.exitCode === null && this.server.signalCode === null;
  }

  install(): void {
    mkdirSync(this.data, { recursive: true });
    const { program } = this.given;
    // A connection through the socket has the host localhost.
    const accounts = ['127.0.0.1', 'localhost']
      .flatMap((host) => [
        `CREATE USER '${USER}'@'${host}' IDENTIFIED BY '${PASSWORD}';`,
        `GRANT ALL ON *.* TO '${USER}'@'${host}' WITH GRANT OPTION;`,
        '',
      ])
      .join('\n');
    const file = join(this.folder, 'accounts.sql');
    writeFileSync(file, accounts);
    const { status } =
      productOf(program) === 'MariaDB'
        ? spawnSync(program, [...this.files(), '--bootstrap'], {
            input: [mariadbSystemTables(program), 'FLUSH PRIVILEGES;', accounts].join('\n'),
          })
        : spawnSync(program, [...this.files(), '--initialize-insecure', `--init-file=${file}`]);
    if (status !== 0)
      throw new Error(`${program} did not make its system tables.\n${this.logged()}`);
  }

  /**
   * Starts the server, and waits until it accepts connections.
   *
   * @throws Error with its log when it exits
   */
  async start(options: readonly string[] = []): Promise<void> {
    this.server = this.spawn(options);
    const deadline = Date.now() + START_MILLISECONDS;
    while (this.isRunning && Date.now() < deadline) {
      if (await responds(this.url)) return;
      await sleep(20);
    }
    throw new Error(`${this.given.program} did not start.\n${this.logged()}`);
  }

  /** Runs the program for a task after which it exits. @returns its log */
  async runTask(...task: string[]): Promise<string> {
    const log = join(this.folder, 'task.log');
    writeFileSync(log, '');
    await once(this.spawn([`--log-error=${log}`, ...task]), 'exit');
    return readFileSync(log, 'utf8');
  }

  /** Kills it, like a crash, or ends it with SIGTERM; waits until it has exited. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.server || !this.isRunning) return;
    const gone = once(this.server, 'exit');
    this.server.kill(signal);
    await gone;
  }

  /** SIGSTOP: it keeps its connections without answering, until SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.server?.kill(signal);
  }

  logged(): string {
    const log = `${this.folder}/error.log`;
    return existsSync(log) ? readFileSync(log, 'utf8').trimEnd() : '';
  }

  private spawn(options: readonly string[]): ChildProcess {
    const { program, keeper, environment } = this.given;
    const child = spawn(program, [...this.options(), ...options], {
      stdio: 'ignore',
      // Ctrl+C would end a server of the same process group before the tests.
      detached: true,
      env: { ...process.env, ...environment },
    });
    keeper.guard(child);
    return child;
  }

  private options(): string[] {
    return [
      ...this.files(),
      '--bind-address=127.0.0.1',
      `--port=${this.port}`,
      `--socket=${join(this.folder, 'socket')}`,
      `--pid-file=${join(this.folder, 'pid')}`,
      '--skip-name-resolve',
      '--max-connections=500',
      '--back-log=500',
      // A test that loads the service is late with its handshake.
      '--connect-timeout=60',
      '--loose-mysqlx=OFF',
      ...this.given.options,
    ];
  }

  private files(): string[] {
    return [
      '--no-defaults',
      // Both servers refuse to run as root without this option.
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
      `--basedir=${installationOf(this.given.program)}`,
      `--datadir=${this.data}`,
      `--tmpdir=${this.temporary}`,
      // Debian's builds use a folder that only their packages create.
      `--secure-file-priv=${this.temporary}`,
      `--log-error=${join(this.folder, 'error.log')}`,
      '--innodb-buffer-pool-size=64M',
      '--loose-innodb-log-file-size=16M',
      '--performance-schema=OFF',
    ];
  }
}

/** Returns a free port outside of the ephemeral range. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

async function responds(url: string): Promise<boolean> {
  try {
    await (await createConnection(url)).end();
    return true;
  } catch {
    return false;
  }
}

export function productOf(program: string): 'MariaDB' | 'MySQL' {
  const { stdout } = spawnSync(program, ['--no-defaults', '--version'], { encoding: 'utf8' });
  return stdout.includes('MariaDB') ? 'MariaDB' : 'MySQL';
}

const installationOf = (program: string): string => dirname(dirname(realpathSync(program)));

/**
 * Returns the SQL that creates MariaDB's system tables.
 *
 * mariadb-install-db uses the same files, but on Debian it needs programs of the client packages.
 * The names and the folder of the files depend on version and distribution.
 */
function mariadbSystemTables(program: string): string {
  const installation = installationOf(program);
  const files = ['system_tables', 'performance_tables', 'system_tables_data'].map((name) => {
    const candidates = ['share/mysql', 'share/mariadb', 'share'].flatMap((share) =>
      ['mariadb', 'mysql'].map((brand) => join(installation, share, `${brand}_${name}.sql`)),
    );
    const file = candidates.find((path) => existsSync(path));
    if (!file) throw new Error(`None of these is there: ${candidates.join(', ')}`);
    return readFileSync(file, 'utf8');
  });
  const prologue = ['CREATE DATABASE mysql;', 'USE mysql;', 'SET @auth_root_socket = NULL;'];
  return [...prologue, ...files].join('\n');
}
