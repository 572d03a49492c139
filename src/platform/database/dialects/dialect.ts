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

/** SQL with a value for each `?`. */
export interface Statement {
  sql: string;
  values: readonly unknown[];
}

/**
 * The locking clauses of a SELECT, for the rows that it reads, until the end of its transaction.
 */
export interface RowLocks {
  /** Other transactions neither change nor lock the rows. */
  update: string;
  /** Other transactions do not change the rows, and may hold the same lock. */
  share: string;
}

/**
 * The differences between databases at run time (docs/databases.md). Members without a default have
 * none on purpose: a new database must implement them to compile.
 */
export abstract class Dialect {
  /** Returns the name and the version of the database, for the messages at the start. */
  abstract describe(dataSource: DataSource): Promise<string>;

  /** Returns warnings about the database for the operator, as sentences for the log. */
  warnings(): string[] {
    return [];
  }

  /**
   * Returns the connection options, with a time limit for statements. Instants must return as the
   * stored UTC, in plain rows as a `Date` or as a text that begins with `YYYY-MM-DD HH:MM:SS`; counts
   * and lengths as numbers. Each statement of a transaction must see the commits before its start.
   */
  abstract options(): DataSourceOptions;

  /** Opens a data source for reads, which never see uncommitted changes of a transaction. */
  abstract openReader(dataSource: DataSource): Promise<DataSource>;

  /**
   * Closes the data source for reads, and leaves the database files complete, so that they can be
   * copied.
   */
  closeReader(reader: DataSource): Promise<void> {
    return reader.destroy();
  }

  /** Returns the free connections and the waiting tasks, for the metrics. */
  abstract poolState(dataSource: DataSource): PoolState;

  /** Runs one task at a time across all processes that share the database. */
  abstract exclusively<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T>;

  /** Runs the work of a transaction; queued where the database allows only one writer. */
  abstract enqueue<T>(work: () => Promise<T>): Promise<T>;

  /** Opens a query runner for one transaction; reconnects if the connection was abandoned. */
  abstract openRunner(dataSource: DataSource): Promise<QueryRunner>;

  /**
   * Returns true when a connection is unusable after this error, although its transaction was
   * rolled back.
   */
  abstract isSpoiltBy(error: unknown): boolean;

  /** Closes a connection that is unusable, or whose transaction cannot be rolled back. */
  abstract abandon(runner: QueryRunner): Promise<void>;

  /**
   * The locking clauses of a transaction. Undefined only where writing transactions run one at a
   * time, or fail: then no transaction changes rows that another one has read.
   */
  abstract readonly rowLocks: RowLocks | undefined;

  /**
   * Returns the clause after `INSERT INTO … VALUES …` that updates a row if its key exists
   * (upsert).
   *
   * @param key the columns of the primary key
   * @param columns the updated columns; each is set to `value` of the stored and the inserted
   * value; all are SQL
   */
  abstract orUpdate(
    key: readonly string[],
    columns: readonly string[],
    value: (stored: string, inserted: string) => string,
  ): string;

  /**
   * The clause after the table of an UPDATE that finds its rows by primary key. Without it, MySQL
   * scans a small table and locks all of its rows. `''` where only the updated rows are locked.
   */
  abstract readonly byPrimaryKey: string;

  /** Returns true when the server is, or may become, a node of a multi-primary cluster. */
  abstract isOfCluster(dataSource: DataSource): Promise<boolean>;

  /** SQL of the database's current time; milliseconds since 1970. */
  abstract readonly currentMilliseconds: string;

  /**
   * Returns an SQL condition that a text contains a word, byte by byte; both are SQL, such as
   * `tag.slug` and `:word`. For words and texts such as `aaaa…` it is much faster than `LIKE` or a
   * comparison with a collation.
   */
  abstract contains(text: string, word: string): string;

  /** Returns the SQL of a column of floating point numbers as an exact value of a JSON object. */
  abstract exactInJson(column: string): string;

  /** See `Database`. */
  abstract isOneOf(column: string, name: string, numbers: readonly number[]): ListCondition;

  /** Rejects when the database does not answer. Other queries must not delay it. */
  abstract ping(reader: DataSource): Promise<void>;

  /** Classifies an error by its effect on the transaction; undefined: a bug of the service. */
  abstract failureOf(error: unknown): Failure | undefined;
}
