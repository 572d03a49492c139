import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import type { Failure } from './failure';
import type { ListCondition } from './number-list';

/** The state of a connection pool. */
export interface PoolState {
  /** The maximum number of connections. */
  size: number;
  /** Connections that are idle, or not open yet. */
  free: number;
  /** The number of tasks in the queue for a connection. */
  waiting: number;
}

/** What a statement has done. */
export interface StatementResult {
  rows: readonly object[];
  /** The generated id of the row that it has inserted. */
  insertId: number;
}

/** What stands behind a SELECT that locks the rows it reads until the end of its transaction. */
export interface RowLocks {
  /** Nobody else changes or locks them. */
  update: string;
  /** Nobody else changes them; others may lock them so as well. */
  share: string;
}

/**
 * The differences between databases while the service runs, with a line for each in docs/databases.md.
 * What has no default has none on purpose: a new database does not compile without an answer.
 */
export abstract class Dialect {
  /** The name and the version of the database, for the lines that are printed at the start. */
  abstract describe(dataSource: DataSource): Promise<string>;

  /** Warnings for the operator about the database, as sentences for the log. */
  warnings(): string[] {
    return [];
  }

  abstract options(): DataSourceOptions;

  /**
   * Reads rows, past the steps that TypeORM takes for each statement. Dates are texts in UTC that
   * begin with `YYYY-MM-DD HH:MM:SS`, counts and lengths are numbers.
   */
  abstract rows(
    reader: DataSource,
    sql: string,
    values: readonly unknown[],
  ): Promise<readonly object[]>;

  /**
   * Runs a statement of a transaction, past the steps that TypeORM takes for each. Its rows are read
   * as by `rows`.
   */
  abstract run(
    runner: QueryRunner,
    sql: string,
    values: readonly unknown[],
  ): Promise<StatementResult>;

  /** Opens a data source for reads, which never see uncommitted changes of a transaction. */
  abstract openReader(dataSource: DataSource): Promise<DataSource>;

  /**
   * Closes the data source for reads, and leaves the database files complete, so that they can be
   * copied.
   */
  closeReader(reader: DataSource): Promise<void> {
    return reader.destroy();
  }

  abstract poolState(dataSource: DataSource): PoolState;

  /** Runs one task at a time across all processes that share the database. */
  abstract exclusively(dataSource: DataSource, work: () => Promise<void>): Promise<void>;

  /**
   * Runs the work of a transaction; one after the other where the database allows only one writer.
   */
  abstract inTurn<T>(work: () => Promise<T>): Promise<T>;

  /** Opens a query runner for one transaction; reconnects if the connection was abandoned. */
  abstract openRunner(dataSource: DataSource): Promise<QueryRunner>;

  /**
   * Whether a connection cannot be used after this error, although its transaction was rolled back.
   */
  abstract isSpoiltBy(error: unknown): boolean;

  /** Closes a connection that cannot be used, or whose transaction cannot be rolled back. */
  abstract abandon(runner: QueryRunner): Promise<void>;

  /**
   * How a transaction locks rows. Undefined only where transactions that write take place one after
   * the other, or fail: then nobody changes what another one has read.
   */
  abstract readonly rowLocks: RowLocks | undefined;

  /**
   * What stands behind `INSERT INTO … VALUES …`, so that a row whose key is there is updated instead.
   *
   * @param key the columns of the primary key
   * @param columns those that are updated, each to `value` of what is stored and of what was to be
   *   inserted; all of them are SQL
   */
  abstract orUpdate(
    key: readonly string[],
    columns: readonly string[],
    value: (stored: string, inserted: string) => string,
  ): string;

  /**
   * What stands behind the table of an UPDATE that finds its rows by their primary key: without it
   * MySQL scans a small table, and locks all of its rows. `''` where it locks what it updates alone.
   */
  abstract readonly byPrimaryKey: string;

  /** Whether the server is a node of a cluster whose nodes all take writes, or may come to do so. */
  abstract isOfCluster(dataSource: DataSource): Promise<boolean>;

  /** The current time of the database's clock; undefined if it uses the clock of this machine. */
  abstract now(dataSource: DataSource): Promise<Date | undefined>;

  /**
   * An SQL condition that a text contains a word, byte by byte; both are SQL. For words and texts
   * such as `aaaa…` it is much faster than `LIKE` or a comparison with a collation.
   */
  abstract contains(text: string, word: string): string;

  /** See `Database`. */
  abstract isOneOf(column: string, name: string, numbers: readonly number[]): ListCondition;

  /** Rejects when the database does not answer. Other queries must not delay it. */
  abstract ping(reader: DataSource): Promise<void>;

  /** What an error means for its transaction; undefined: it is a bug of ours. */
  abstract failureOf(error: unknown): Failure | undefined;
}
