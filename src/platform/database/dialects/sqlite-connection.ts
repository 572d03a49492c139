import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql/promise';
import { AwaitedSqlite, type SqliteValue, type StatementResult } from './awaited-sqlite';
import { notInTime } from './failure';

/**
 * Statements that can run at the same time, of all connections. The driver reads this when the first
 * one is opened; without it, they are as many as there are processors, maybe one.
 */
process.env.TOKIO_WORKER_THREADS ??= '8';

/** Statements of a connection that are kept prepared. */
const PREPARED_MAX = 100;
const CLOSE_MILLISECONDS = 500;

interface Prepared {
  /** Whether it gives rows. */
  reader: boolean;
  /** Runs it on a thread of the driver, up to its first row; the others are looked for right here. */
  all(parameters: readonly unknown[]): Promise<StatementResult['rows']>;
  /** Runs it right here. */
  get(parameters: readonly unknown[]): { changes: number; lastInsertRowId: number };
}

const WRITTEN = 'SELECT changes() AS changes, last_insert_rowid() AS lastInsertRowId';

/**
 * What comes after the first row is not done beside the main thread, and cannot be interrupted: the
 * database has to have all rows together, in their order, before it gives the first one.
 */
const inOnePiece = (sql: string): string =>
  /^\s*SELECT\b/i.test(sql)
    ? `WITH "rows" AS MATERIALIZED (${sql.replace(/;\s*$/, '')}) SELECT * FROM "rows"`
    : sql;

/** The driver ends the process at a boolean. */
const bindable = (value: SqliteValue): SqliteValue =>
  typeof value === 'boolean' ? Number(value) : value;

/** One connection to a file. Its statements run beside the main thread, one after the other. */
export class SqliteConnection extends AwaitedSqlite {
  private readonly database: Libsql;
  private readonly prepared = new Map<string, Prepared>();
  private written?: Prepared;
  private last: Promise<void> = Promise.resolve();
  private isRunning = false;
  private isClosed = false;

  /**
   * @param busy how long a statement waits for another process, in milliseconds
   * @param limit how long a statement may take, in milliseconds: after it, it fails, and the connection
   *   is closed
   */
  constructor(
    file: string,
    busy: number,
    private readonly limit?: number,
  ) {
    super();
    this.database = new Libsql(file, { timeout: busy });
  }

  get isOpen(): boolean {
    return !this.isClosed;
  }

  run(sql: string, parameters: readonly SqliteValue[] = []): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      this.inTurn(async () => {
        const timer = this.startLimit(reject);
        await this.execute(sql, parameters).then(resolve, reject);
        clearTimeout(timer);
      });
    });
  }

  /** Undoes what is not committed. What still runs is interrupted. */
  async closeAsync(): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true;
      // While one is prepared, the driver would wait for that before it interrupts anything.
      if (this.isRunning) this.database.interrupt();
      this.inTurn(() => this.release());
    }
    await Promise.race([this.last, sleep(CLOSE_MILLISECONDS, undefined, { ref: false })]);
  }

  /** @param work never fails */
  private inTurn(work: () => Promise<void>): void {
    this.last = this.last.then(work);
  }

  private startLimit(fail: (error: Error) => void): NodeJS.Timeout | undefined {
    if (this.limit === undefined) return undefined;
    return setTimeout(() => {
      fail(notInTime('SQLITE_INTERRUPT'));
      void this.closeAsync();
    }, this.limit);
  }

  private async execute(sql: string, parameters: readonly SqliteValue[]): Promise<StatementResult> {
    const statement = await this.prepare(sql);
    const rows = await this.interruptibly(() => statement.all(parameters.map(bindable)));
    if (statement.reader) return { rows, changes: 0, lastInsertRowId: 0 };
    this.written ??= await this.compile(WRITTEN);
    const { changes, lastInsertRowId } = this.written.get([]);
    return { rows, changes, lastInsertRowId };
  }

  private async interruptibly<T>(work: () => Promise<T>): Promise<T> {
    this.isRunning = true;
    try {
      return await work();
    } finally {
      this.isRunning = false;
    }
  }

  private async prepare(sql: string): Promise<Prepared> {
    this.assertOpen();
    let statement = this.prepared.get(sql);
    if (statement === undefined) {
      statement = await this.compile(inOnePiece(sql));
      this.assertOpen();
      this.prepared.set(sql, statement);
      const [oldest] = this.prepared.keys();
      if (this.prepared.size > PREPARED_MAX) this.prepared.delete(oldest);
    }
    return statement;
  }

  private compile(sql: string): Promise<Prepared> {
    return this.database.prepare(sql) as Promise<Prepared>;
  }

  private assertOpen(): void {
    if (this.isClosed) throw notInTime('SQLITE_INTERRUPT');
  }

  private async release(): Promise<void> {
    try {
      await (await this.compile('ROLLBACK')).all([]);
    } catch {
      // There is no transaction, or nothing to reach: neither leaves anything behind.
    }
    this.prepared.clear();
    // Nothing may be asked of the driver after this: it would end the process.
    this.database.close();
  }
}
