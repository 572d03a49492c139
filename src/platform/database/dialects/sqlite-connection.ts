import { setTimeout as sleep } from 'node:timers/promises';
import type Libsql from 'libsql/promise';
import { onDemand, RecentlyUsed } from '../../shared';
import { timeoutError } from './failure';
import { sqliteCode } from './sqlite-code';
import { Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';

/**
 * The number of statements, of all connections, that run at the same time. The driver reads it when the first
 * connection is opened; its default, the number of processors, may be one.
 */
process.env.TOKIO_WORKER_THREADS ??= '8';

/** Loaded on demand: other databases do not need its 8 MB of memory. */
const driver = onDemand<typeof Libsql>('libsql/promise', __filename);

/** Limits of the cached statements: one takes some sixty bytes per character. */
const PREPARED_MAX = 100;
const PREPARED_CHARACTERS_MAX = 200_000;
/** Longer statements are not cached: they would evict many others. */
const LONG = 20_000;
const CLOSE_MILLISECONDS = 500;

interface Prepared {
  /** Whether it returns rows. */
  reader: boolean;
  /** Runs on a thread of the driver up to the first row; the other rows are read on the main thread. */
  all(parameters: readonly unknown[]): Promise<StatementResult['rows']>;
  /** Runs on the main thread. */
  get(parameters: readonly unknown[]): { changes: number; lastInsertRowId: number };
}

export type SqliteValue = string | number | bigint | boolean | Uint8Array | null | undefined;

export interface StatementResult {
  rows: Record<string, unknown>[];
  /** The number of written rows. */
  changes: number;
  lastInsertRowId: number;
}

/** The interface that TypeORM's driver for Expo expects: its other drivers for SQLite files are synchronous. */
export abstract class AwaitedSqlite {
  abstract run(sql: string, parameters?: readonly SqliteValue[]): Promise<StatementResult>;

  /** Waits at most a moment for running statements. */
  abstract closeAsync(): Promise<void>;

  prepareAsync(sql: string): Promise<object> {
    return Promise.resolve({
      executeAsync: async (parameters?: readonly SqliteValue[]) => {
        const { rows, ...result } = await this.run(sql, parameters);
        return { ...result, getAllAsync: () => Promise.resolve(rows) };
      },
      finalizeAsync: () => Promise.resolve(),
    });
  }

  runAsync(sql: string): Promise<StatementResult> {
    return this.run(sql);
  }
}

const WRITTEN = 'SELECT changes() AS changes, last_insert_rowid() AS lastInsertRowId';

/**
 * Finds and sorts all rows before the first one is returned: further rows are read on the main thread, and
 * cannot be interrupted.
 */
const inOnePiece = (sql: string): string =>
  /^\s*(SELECT|WITH)\b/i.test(sql)
    ? `WITH "rows" AS MATERIALIZED (${sql.replace(/;\s*$/, '')}) SELECT * FROM "rows"`
    : sql;

/** The driver crashes the process on a boolean. */
const bindable = (value: SqliteValue): SqliteValue =>
  typeof value === 'boolean' ? Number(value) : value;

/** Its statements run outside of the main thread, one after the other. */
export class SqliteConnection extends AwaitedSqlite {
  private readonly database: Libsql;
  private readonly prepared = new RecentlyUsed<string, Prepared>(
    PREPARED_CHARACTERS_MAX,
    PREPARED_MAX,
  );
  private written?: Prepared;
  private last: Promise<void> = Promise.resolve();
  private isRunning = false;
  private isClosed = false;

  /**
   * @param busy how long a statement waits for the lock of another process; milliseconds
   * @param limit the timeout of a statement, after which the connection is closed; milliseconds
   */
  constructor(
    file: string,
    busy: number,
    private readonly limit?: number,
  ) {
    super();
    this.database = new (driver())(file, { timeout: busy });
  }

  get isOpen(): boolean {
    return !this.isClosed;
  }

  run(sql: string, parameters: readonly SqliteValue[] = []): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      this.enqueue(async () => {
        const timer = this.startLimit(reject);
        await this.execute(sql, parameters).then(resolve, reject);
        clearTimeout(timer);
      });
    });
  }

  /** Rolls back, and interrupts running statements. */
  async closeAsync(): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true;
      // The driver cannot interrupt anything while it prepares a statement.
      if (this.isRunning) this.database.interrupt();
      this.enqueue(() => this.release());
    }
    await Promise.race([this.last, sleep(CLOSE_MILLISECONDS, undefined, { ref: false })]);
  }

  /** @param work must not fail */
  private enqueue(work: () => Promise<void>): void {
    this.last = this.last.then(work);
  }

  private startLimit(fail: (error: Error) => void): NodeJS.Timeout | undefined {
    if (this.limit === undefined) return undefined;
    return setTimeout(() => {
      fail(timeoutError('SQLITE_INTERRUPT'));
      void this.closeAsync();
    }, this.limit);
  }

  private async execute(sql: string, parameters: readonly SqliteValue[]): Promise<StatementResult> {
    const statement = await this.prepare(sql);
    let rows: StatementResult['rows'];
    this.isRunning = true;
    try {
      rows = await statement.all(parameters.map(bindable));
    } finally {
      this.isRunning = false;
    }
    if (statement.reader) return { rows, changes: 0, lastInsertRowId: 0 };
    this.written ??= await this.compile(WRITTEN);
    const { changes, lastInsertRowId } = this.written.get([]);
    return { rows, changes, lastInsertRowId };
  }

  private async prepare(sql: string): Promise<Prepared> {
    this.assertOpen();
    let statement = this.prepared.get(sql);
    if (statement === undefined) {
      statement = await this.compile(inOnePiece(sql));
      this.assertOpen();
      if (sql.length <= LONG) this.prepared.set(sql, statement, sql.length);
    }
    return statement;
  }

  private compile(sql: string): Promise<Prepared> {
    return this.database.prepare(sql) as Promise<Prepared>;
  }

  private assertOpen(): void {
    if (this.isClosed) throw timeoutError('SQLITE_INTERRUPT');
  }

  private async release(): Promise<void> {
    try {
      await (await this.compile('ROLLBACK')).all([]);
    } catch {
      // No transaction is open, or the file is unreachable: nothing remains to be rolled back.
    }
    this.prepared.clear();
    // The driver must not be used after this: it would crash the process.
    this.database.close();
  }
}

/**
 * Rejects while another process has the file open: only the last connection may leave the WAL mode
 * (https://www.sqlite.org/wal.html).
 *
 * @throws an error with the code SQLITE_BUSY
 */
export async function assertUnused(file: string): Promise<void> {
  const connection = new SqliteConnection(file, 0);
  try {
    await connection.run('PRAGMA journal_mode = DELETE');
  } catch (error) {
    // Other errors, such as a file that is no database, do not mean that it is open elsewhere.
    if (sqliteCode(error).startsWith('SQLITE_BUSY')) throw error;
  } finally {
    await connection.closeAsync();
  }
}

/** Connections that read one file: slow statements block others only when all are in use. */
export class SqliteReaders extends AwaitedSqlite {
  private readonly semaphore: SemaphoreInterface;
  /** Open connections are at the end; a closed one stays until it is replaced. */
  private readonly free: SqliteConnection[];
  private isOpen = true;

  private constructor(
    private readonly connections: Set<SqliteConnection>,
    private readonly connect: () => Promise<SqliteConnection>,
    limit?: number,
  ) {
    super();
    this.semaphore = createSemaphore(connections.size, limit);
    this.free = [...connections];
  }

  /**
   * @param connect opens a connection, also to replace a failed one
   * @param limit how long to wait for a connection; milliseconds
   */
  static async open(
    count: number,
    connect: () => Promise<SqliteConnection>,
    limit?: number,
  ): Promise<SqliteReaders> {
    const connections = new Set<SqliteConnection>();
    while (connections.size < count) connections.add(await connect());
    return new SqliteReaders(connections, connect, limit);
  }

  run(sql: string, parameters?: readonly SqliteValue[]): Promise<StatementResult> {
    return this.semaphore.runExclusive(async () => {
      let connection = this.free.pop()!;
      try {
        if (!connection.isOpen) connection = await this.replace(connection);
        return await connection.run(sql, parameters);
      } catch (error) {
        // The connection may still hold the snapshot of the failed statement.
        void connection.closeAsync();
        throw error;
      } finally {
        if (connection.isOpen) this.free.push(connection);
        else this.free.unshift(connection);
      }
    });
  }

  async closeAsync(): Promise<void> {
    this.isOpen = false;
    await Promise.all([...this.connections].map((connection) => connection.closeAsync()));
  }

  private async replace(closed: SqliteConnection): Promise<SqliteConnection> {
    if (!this.isOpen) throw timeoutError('SQLITE_INTERRUPT');
    const connection = await this.connect();
    this.connections.delete(closed);
    this.connections.add(connection);
    return connection;
  }
}

/** @param limit how long a task waits before it fails; milliseconds */
export function createSemaphore(count: number, limit?: number): SemaphoreInterface {
  const semaphore = new Semaphore(count);
  if (limit === undefined) return semaphore;
  return withTimeout(semaphore, limit, timeoutError('POOL_TIMEOUT'));
}
