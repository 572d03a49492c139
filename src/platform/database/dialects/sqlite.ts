import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SemaphoreInterface } from 'async-mutex';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import type { AbstractSqliteDriver } from 'typeorm/driver/sqlite-abstract/AbstractSqliteDriver.js';
import type { DatabaseSettings } from '../../config';
import { Dialect, LIST_MAX, type ListCondition, type PoolState } from './dialect';
import type { Failure } from './failure';
import { sqliteCode } from './sqlite-code';
import {
  type AwaitedSqlite,
  SqliteConnection,
  createSemaphore,
  SqliteReaders,
} from './sqlite-connection';
import { filesOthersCanRead, makePrivateFile } from './sqlite-files';

/** How long a command, or a start, waits for the lock of another process. */
const BUSY_MILLISECONDS = 10_000;
/** Transactions of a running service do not wait for the lock: they are retried. */
const BUSY_SERVING_MILLISECONDS = { write: 0, read: 1000 };

/** All but one may be slow. More would not read faster: the processors are the limit. */
const READERS = 4;

const UNAVAILABLE =
  /^(POOL_TIMEOUT|SQLITE_(CANTOPEN|FULL|INTERRUPT|IOERR|NOMEM|PROTOCOL|READONLY))/;

const MIGRATION_MILLISECONDS = 120_000;
const POLL_MILLISECONDS = 50;

/** `sqlite:./a/file`, `sqlite:/a/file` or `sqlite:///a/file`. */
export const sqliteFile = (url: string): string =>
  resolve(url.replace(/^sqlite:(\/\/(?=\/))?/, ''));

export class SqliteDialect extends Dialect {
  /** There is one writer. After a write of another process, a transaction that has read before fails. */
  readonly rowLocks = undefined;
  readonly byPrimaryKey = '';
  readonly currentMilliseconds = "CAST((JULIANDAY('now') - 2440587.5) * 86400000 AS INTEGER)";
  private readonly file: string;
  /** For a statement, and for waiting for a connection; milliseconds. Undefined: none. */
  private readonly limit?: number;
  private readonly writeLock: SemaphoreInterface;
  /** Running and queued transactions. */
  private writes = 0;
  /** Identifies the opened file; another file may get its name later. */
  private opened?: string;

  constructor(settings: DatabaseSettings) {
    super();
    this.file = sqliteFile(settings.databaseUrl);
    if (Number.isFinite(settings.databaseTimeout)) this.limit = settings.databaseTimeout * 1000;
    this.writeLock = createSemaphore(1, this.limit);
  }

  async describe(dataSource: DataSource): Promise<string> {
    const [{ version }] = await dataSource.query<[{ version: string }]>(
      'SELECT sqlite_version() AS version',
    );
    return `SQLite ${version}, ${this.file}`;
  }

  override warnings(): string[] {
    const files = filesOthersCanRead(this.file);
    if (files.length === 0) return [];
    return [
      `${this.file} contains hidden records, and other users of this machine can read it. ` +
        `Remove this right: chmod go= ${files.join(' ')}`,
    ];
  }

  options(): DataSourceOptions {
    makePrivateFile(this.file);
    return this.through(() => this.connect('write'));
  }

  /** A connection has one transaction, with all its statements, so reads need other connections. */
  async openReader(dataSource: DataSource): Promise<DataSource> {
    const open = (): Promise<AwaitedSqlite> =>
      SqliteReaders.open(READERS, () => this.connect('read'), this.limit);
    const reader = new DataSource({
      ...dataSource.options,
      ...this.through(open),
    } as DataSourceOptions);
    return reader.initialize();
  }

  /** Of the writing connection. */
  poolState(): PoolState {
    const busy = Math.min(this.writes, 1);
    return { size: 1, free: 1 - busy, waiting: this.writes - busy };
  }

  /**
   * Moves the write-ahead log into the file, through an open connection: another file may have the name now,
   * and this log would damage it.
   */
  override async closeReader(reader: DataSource): Promise<void> {
    try {
      await reader.query('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      await super.closeReader(reader);
    }
  }

  async exclusively<T>(_dataSource: DataSource, work: () => Promise<T>): Promise<T> {
    const file = `${this.file}.lock`;
    makePrivateFile(file);
    const lock = new SqliteConnection(file, 0);
    try {
      await this.whenFree(() => lock.run('BEGIN EXCLUSIVE'), MIGRATION_MILLISECONDS);
      return await work();
    } finally {
      await lock.closeAsync();
    }
  }

  enqueue<T>(work: () => Promise<T>): Promise<T> {
    this.writes++;
    return this.writeLock.runExclusive(work).finally(() => this.writes--);
  }

  /**
   * A failed statement keeps its snapshot: after a write of another process, no transaction of the connection
   * can succeed.
   */
  isSpoiltBy(error: unknown): boolean {
    return sqliteCode(error).includes('SQLITE_');
  }

  async openRunner(dataSource: DataSource): Promise<QueryRunner> {
    this.assertInPlace();
    const driver = dataSource.driver as AbstractSqliteDriver;
    const { isOpen } = driver.databaseConnection as SqliteConnection;
    if (!isOpen) await driver.connect();
    return dataSource.createQueryRunner();
  }

  /** TypeORM has one runner for the connection, and would treat its next transaction as part of the failed one. */
  async abandon(runner: QueryRunner): Promise<void> {
    (runner.dataSource.driver as AbstractSqliteDriver).queryRunner = undefined;
    await ((await runner.connect()) as SqliteConnection).closeAsync();
  }

  orUpdate(
    key: readonly string[],
    column: string,
    value: (stored: string, inserted: string) => string,
  ): string {
    const updated = value(column, `excluded.${column}`);
    return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${column} = ${updated}`;
  }

  isOfCluster(): Promise<boolean> {
    return Promise.resolve(false);
  }

  contains(text: string, word: string): string {
    return `INSTR(${text}, ${word}) > 0`;
  }

  /** SQLite writes 15 digits of a number into JSON, and all of them as a literal of SQL. */
  exactInJson(column: string): string {
    return `JSON(LOWER(QUOTE(${column})))`;
  }

  /** SQLite allows 32,766 values per statement. */
  override isOneOf(column: string, name: string, numbers: readonly number[]): ListCondition {
    if (numbers.length <= LIST_MAX) return super.isOneOf(column, name, numbers);
    return {
      condition: `${column} IN (SELECT listed.value FROM json_each(:${name}) listed)`,
      parameters: { [name]: JSON.stringify(numbers) },
    };
  }

  async ping(reader: DataSource): Promise<void> {
    this.assertInPlace();
    accessSync(this.file, constants.R_OK | constants.W_OK);
    await reader.query('SELECT name FROM sqlite_master LIMIT 1');
  }

  failureOf(error: unknown): Failure | undefined {
    const code = sqliteCode(error);
    if (/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(code)) return 'duplicate';
    // Another process is writing to the file, such as an import while the service runs.
    if (code.startsWith('SQLITE_BUSY')) return 'conflict';
    return UNAVAILABLE.test(code) ? 'unavailable' : undefined;
  }

  /** Throws when the file was moved or replaced, so that writes go to the right file. */
  private assertInPlace(): void {
    const found = this.identify();
    if (found === this.opened && found !== undefined) return;
    const error = new Error(
      `${this.file} was ${found === undefined ? 'removed' : 'replaced by another file'}. ` +
        'Restore the original file, or restart the service.',
    );
    throw Object.assign(error, { code: 'SQLITE_READONLY_DBMOVED' });
  }

  private identify(): string | undefined {
    try {
      const { dev, ino } = statSync(this.file, { bigint: true });
      return `${dev}:${ino}`;
    } catch {
      return undefined;
    }
  }

  private through(openDatabaseAsync: () => Promise<AwaitedSqlite>): DataSourceOptions {
    return { type: 'expo', database: this.file, driver: { openDatabaseAsync } };
  }

  private async connect(use: 'read' | 'write'): Promise<SqliteConnection> {
    if (this.opened === undefined) return this.open(use);
    this.assertInPlace();
    try {
      return await this.open(use);
    } catch (cause) {
      if (this.failureOf(cause) !== undefined) throw cause;
      // The cause, such as too many open files, may be temporary.
      const error = new Error('The database file cannot be opened again', { cause });
      throw Object.assign(error, { code: 'SQLITE_CANTOPEN' });
    }
  }

  private async open(use: 'read' | 'write'): Promise<SqliteConnection> {
    const connection = new SqliteConnection(this.file, this.busy(BUSY_MILLISECONDS), this.limit);
    try {
      if (this.opened === undefined) this.opened = this.identify();
      else this.assertInPlace();
      accessSync(this.file, constants.R_OK | constants.W_OK);
      // Of several connections that switch a new file to WAL, all but the first fail at once.
      await this.whenFree(() => connection.run('PRAGMA journal_mode = WAL'), BUSY_MILLISECONDS);
      // Committed data is on the disk, even after a power failure.
      await connection.run('PRAGMA synchronous = FULL');
      if (use === 'read') await connection.run('PRAGMA query_only = ON');
      if (this.limit !== undefined)
        await connection.run(`PRAGMA busy_timeout = ${this.busy(BUSY_SERVING_MILLISECONDS[use])}`);
      return connection;
    } catch (error) {
      // The connection has no owner yet, and its files would stay open.
      await connection.closeAsync();
      throw error;
    }
  }

  /** Shorter than the statement timeout, so that the error names the lock. */
  private busy(milliseconds: number): number {
    return Math.min(milliseconds, (this.limit ?? Infinity) / 2);
  }

  /** Retries while another process holds the lock. */
  private async whenFree(work: () => Promise<unknown>, milliseconds: number): Promise<void> {
    const end = Date.now() + milliseconds;
    for (;;)
      try {
        await work();
        return;
      } catch (error) {
        if (this.failureOf(error) !== 'conflict' || Date.now() > end) throw error;
        await sleep(POLL_MILLISECONDS);
      }
  }
}
