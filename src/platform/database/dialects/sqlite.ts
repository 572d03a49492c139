import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Libsql from 'libsql';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { DatabaseSettings } from '../../config';
import { driverCode, Dialect } from './dialect';

const BUSY_MILLISECONDS = 10_000;
const MIGRATION_MILLISECONDS = 120_000;

/** The path of the file that `sqlite:./a/file`, `sqlite:/a/file` or `sqlite:///a/file` names. */
export const sqliteFile = (url: string): string =>
  resolve(url.replace(/^sqlite:(\/\/(?=\/))?/, ''));

/** An embedded SQLite file, through a driver whose binaries come ready-made from the registry. */
export class SqliteDialect extends Dialect {
  readonly isolation = 'SERIALIZABLE';

  private readonly file: string;
  private lastWrite: Promise<unknown> = Promise.resolve();

  constructor(settings: DatabaseSettings) {
    super();
    this.file = sqliteFile(settings.url);
  }

  async describe(dataSource: DataSource): Promise<string> {
    const [{ version }] = await dataSource.query<[{ version: string }]>(
      'SELECT sqlite_version() AS version',
    );
    return `SQLite ${version}, ${this.file}`;
  }

  options(): DataSourceOptions {
    mkdirSync(dirname(this.file), { recursive: true });
    return {
      type: 'better-sqlite3',
      driver: Libsql,
      database: this.file,
      enableWAL: true,
      timeout: BUSY_MILLISECONDS,
    };
  }

  /** One connection has one transaction, which all its statements are part of: reads need another. */
  async openReader(dataSource: DataSource): Promise<DataSource> {
    const reader = new DataSource({
      ...dataSource.options,
      ...this.options(),
      prepareDatabase: (connection: Libsql.Database) => {
        connection.exec('PRAGMA query_only = ON');
      },
    } as DataSourceOptions);
    return reader.initialize();
  }

  /** What is still in the write-ahead log goes into the file. */
  settle(): void {
    const connection = new Libsql(this.file);
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
  }

  async exclusively(_dataSource: DataSource, work: () => Promise<void>): Promise<void> {
    const lock = new Libsql(`${this.file}.lock`, { timeout: MIGRATION_MILLISECONDS });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      await work();
    } finally {
      lock.close();
    }
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.lastWrite.then(work);
    this.lastWrite = turn.catch(() => undefined);
    return turn;
  }

  /** Another process is writing to the file, such as an import while the service runs. */
  isPassing(error: unknown): boolean {
    return driverCode(error).startsWith('SQLITE_BUSY');
  }

  isUnavailable(error: unknown): boolean {
    return /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|READONLY)/.test(driverCode(error));
  }

  isDuplicate(error: unknown): boolean {
    return driverCode(error) === 'SQLITE_CONSTRAINT_UNIQUE';
  }
}
