import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { DatabaseSettings } from '../../config';
import { Dialect, type PoolState } from './dialect';
import type { Failure } from './failure';
import { sqliteCode } from './sqlite-code';
import { filesOthersCanRead, makePrivateFile } from './sqlite-files';

/** How long a command, or a start, lets another process write before it gives up. */
const BUSY_MILLISECONDS = 10_000;
/** The driver waits without letting go of the process: a service that serves tries again instead. */
const BUSY_SERVING_MILLISECONDS = { write: 0, read: 1000 };

const MIGRATION_MILLISECONDS = 120_000;
const LOOK_MILLISECONDS = 50;

/** The path of the file that `sqlite:./a/file`, `sqlite:/a/file` or `sqlite:///a/file` names. */
export const sqliteFile = (url: string): string =>
  resolve(url.replace(/^sqlite:(\/\/(?=\/))?/, ''));

/** An embedded SQLite file, through a driver whose binaries come ready-made from the registry. */
export class SqliteDialect extends Dialect {
  readonly isolation = 'SERIALIZABLE';

  private readonly file: string;
  private readonly isServing: boolean;
  private lastWrite: Promise<unknown> = Promise.resolve();
  /** Transactions that run, or wait for their turn. */
  private writes = 0;
  /** The file that was opened, whatever is found under its name by now. */
  private opened?: string;

  constructor(settings: DatabaseSettings) {
    super();
    this.file = sqliteFile(settings.url);
    this.isServing = Number.isFinite(settings.timeout);
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
      `${this.file} holds what the interface hides, and others on this machine can read it. ` +
        `Take that right away: chmod go= ${files.join(' ')}`,
    ];
  }

  options(): DataSourceOptions {
    makePrivateFile(this.file);
    return {
      type: 'better-sqlite3',
      driver: Libsql,
      database: this.file,
      timeout: BUSY_MILLISECONDS,
      prepareDatabase: (connection: Libsql.Database) => this.prepare(connection, 'write'),
    };
  }

  /** One connection has one transaction, which all its statements are part of: reads need another. */
  async openReader(dataSource: DataSource): Promise<DataSource> {
    const reader = new DataSource({
      ...dataSource.options,
      ...this.options(),
      prepareDatabase: (connection: Libsql.Database) => {
        this.prepare(connection, 'read');
        connection.exec('PRAGMA query_only = ON');
      },
    } as DataSourceOptions);
    return reader.initialize();
  }

  /** Of the connection that writes: reads wait for nothing. */
  poolState(): PoolState {
    const busy = Math.min(this.writes, 1);
    return { size: 1, free: 1 - busy, waiting: this.writes - busy };
  }

  /**
   * What is still in the write-ahead log goes into the file, through a connection that has it open:
   * under its name there may be another by now, which would be overwritten with the log of this one.
   */
  override closeReader(reader: DataSource): Promise<void> {
    const driver = reader.driver as BetterSqlite3Driver;
    (driver.databaseConnection as Libsql.Database).exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return super.closeReader(reader);
  }

  async exclusively(_dataSource: DataSource, work: () => Promise<void>): Promise<void> {
    const file = `${this.file}.lock`;
    makePrivateFile(file);
    const lock = new Libsql(file);
    try {
      await this.begin(lock, Date.now() + MIGRATION_MILLISECONDS);
      await work();
    } finally {
      lock.close();
    }
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.writes++;
    const turn = this.lastWrite.then(work).finally(() => this.writes--);
    this.lastWrite = turn.catch(() => undefined);
    return turn;
  }

  /**
   * A statement that failed holds on to what it saw until it is thrown away: once another process
   * has written, no transaction of its connection succeeds.
   */
  isSpoiltBy(error: unknown): boolean {
    return sqliteCode(error).includes('SQLITE_');
  }

  async openRunner(dataSource: DataSource): Promise<QueryRunner> {
    this.assertInPlace();
    const driver = dataSource.driver as BetterSqlite3Driver;
    const { open } = driver.databaseConnection as Libsql.Database;
    if (!open) await this.connectAgain(driver);
    return dataSource.createQueryRunner();
  }

  /**
   * TypeORM has one runner, and takes its next transaction for a part of the failed one. Nothing but
   * `open` may be asked of a connection that is closed: the driver would end the process.
   */
  async abandon(runner: QueryRunner): Promise<void> {
    const connection = (await runner.connect()) as Libsql.Database;
    try {
      if (connection.open && connection.inTransaction) connection.exec('ROLLBACK');
    } finally {
      await (runner.dataSource.driver as BetterSqlite3Driver).disconnect();
    }
  }

  now(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  contains(text: string, word: string): string {
    return `INSTR(${text}, ${word}) > 0`;
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
    return /^SQLITE_(CANTOPEN|FULL|IOERR|NOMEM|PROTOCOL|READONLY)/.test(code)
      ? 'unavailable'
      : undefined;
  }

  /** Whatever is in the way now, such as too many open files, may be gone the next time. */
  private async connectAgain(driver: BetterSqlite3Driver): Promise<void> {
    try {
      await driver.connect();
    } catch (cause) {
      if (this.failureOf(cause) !== undefined) throw cause;
      const error = new Error('The database file cannot be opened again', { cause });
      throw Object.assign(error, { code: 'SQLITE_CANTOPEN' });
    }
  }

  /**
   * Makes sure that what is written will be found: the file may have been moved, or another one put
   * in its place, while this process has it open.
   */
  private assertInPlace(): void {
    const found = this.identify();
    if (found === this.opened && found !== undefined) return;
    const error = new Error(
      `${this.file} is ${found === undefined ? 'gone' : 'another file than was opened'}. ` +
        'Put back what was there, or end the service and start it with what is there now.',
    );
    throw Object.assign(error, { code: 'SQLITE_READONLY_DBMOVED' });
  }

  /** What tells the file under the name from all others; undefined when none can be found. */
  private identify(): string | undefined {
    try {
      const { dev, ino } = statSync(this.file, { bigint: true });
      return `${dev}:${ino}`;
    } catch {
      return undefined;
    }
  }

  private prepare(connection: Libsql.Database, use: 'read' | 'write'): void {
    try {
      this.opened ??= this.identify();
      accessSync(this.file, constants.R_OK | constants.W_OK);
      connection.exec('PRAGMA journal_mode = WAL');
      // What is committed is on the disk, also when the power fails.
      connection.exec('PRAGMA synchronous = FULL');
      if (this.isServing)
        connection.exec(`PRAGMA busy_timeout = ${BUSY_SERVING_MILLISECONDS[use]}`);
    } catch (error) {
      // Nobody else will: it would keep its files open.
      connection.close();
      throw error;
    }
  }

  /** The driver's own wait for the lock would hold up the whole process. */
  private async begin(lock: Libsql.Database, end: number): Promise<void> {
    for (;;)
      try {
        lock.exec('BEGIN EXCLUSIVE');
        return;
      } catch (error) {
        if (this.failureOf(error) !== 'conflict' || Date.now() > end) throw error;
        await sleep(LOOK_MILLISECONDS);
      }
  }
}
