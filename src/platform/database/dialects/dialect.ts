import type { DataSource, DataSourceOptions, ObjectLiteral, QueryRunner } from 'typeorm';
import type { Failure } from './failure';

/** SQL with `:name` and `:...name`. */
export interface ListCondition {
  condition: string;
  parameters: ObjectLiteral;
}

/** MariaDB turns a list of a thousand values into a join, which reads all rows of each value. */
export const LIST_MAX = 900;

export interface PoolState {
  size: number;
  /** Idle, or not open yet. */
  free: number;
  /** Tasks that wait for a connection. */
  waiting: number;
}

/** The locking clauses of a SELECT, until the end of its transaction. */
export interface RowLocks {
  /** Other transactions neither change nor lock the rows. */
  update: string;
  /** Other transactions do not change the rows, and may hold the same lock. */
  share: string;
}

/**
 * The differences between databases (docs/databases.md). Members without a default have none on purpose: a
 * new database must implement them to compile.
 */
export abstract class Dialect {
  /** For the messages at the start. */
  abstract describe(dataSource: DataSource): Promise<string>;

  /** For the operator, as sentences for the log. */
  warnings(): string[] {
    return [];
  }

  /**
   * Returns options with a time limit for statements. Instants must return as the stored UTC, in plain rows
   * as a `Date` or as a text `YYYY-MM-DD HH:MM:SS`; counts as numbers. Each statement must see the commits
   * before its start.
   */
  abstract options(): DataSourceOptions;

  /** It never sees uncommitted changes. */
  abstract openReader(dataSource: DataSource): Promise<DataSource>;

  /** Leaves the database files complete, so that they can be copied. */
  closeReader(reader: DataSource): Promise<void> {
    return reader.destroy();
  }

  /** For the metrics. */
  abstract poolState(dataSource: DataSource): PoolState;

  /** Runs one task at a time across all processes that share the database. */
  abstract exclusively<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T>;

  /** Queues transactions where the database allows only one writer. */
  abstract enqueue<T>(work: () => Promise<T>): Promise<T>;

  /** Reconnects if the connection was abandoned. */
  abstract openRunner(dataSource: DataSource): Promise<QueryRunner>;

  /** True if a connection is unusable after this error, although its transaction was rolled back. */
  abstract isSpoiltBy(error: unknown): boolean;

  /** Closes a connection that is unusable, or whose transaction cannot be rolled back. */
  abstract abandon(runner: QueryRunner): Promise<void>;

  /**
   * Undefined only where writing transactions run one at a time, or fail: then no transaction changes rows
   * that another one has read.
   */
  abstract readonly rowLocks: RowLocks | undefined;

  /**
   * The clause of an upsert, after `INSERT INTO … VALUES …`.
   *
   * @param key the columns of the primary key
   * @param column is set to `value` of the stored and the inserted value
   */
  abstract orUpdate(
    key: readonly string[],
    column: string,
    value: (stored: string, inserted: string) => string,
  ): string;

  /**
   * The clause after the table of an UPDATE that finds its rows by primary key. Without it, MySQL scans a
   * small table and locks all of its rows.
   */
  abstract readonly byPrimaryKey: string;

  /** True if the server is, or may become, a node of a multi-primary cluster. */
  abstract isOfCluster(dataSource: DataSource): Promise<boolean>;

  /** SQL of the database's current time; milliseconds since 1970. */
  abstract readonly currentMilliseconds: string;

  /**
   * SQL: a text contains a word, byte by byte. For texts such as `aaaa…` it is much faster than `LIKE` or a
   * comparison with a collation.
   */
  abstract contains(text: string, word: string): string;

  /** SQL of a floating point number as an exact value of a JSON object. */
  abstract exactInJson(column: string): string;

  /**
   * SQL: the column has one of any number of values, in lists of 900.
   *
   * @param name the prefix of the names of its parameters
   */
  isOneOf(column: string, name: string, numbers: readonly number[]): ListCondition {
    const parameters: ObjectLiteral = {};
    const lists: string[] = [];
    for (let start = 0; start < numbers.length; start += LIST_MAX) {
      const list = `${name}_${lists.length}`;
      parameters[list] = numbers.slice(start, start + LIST_MAX);
      lists.push(`${column} IN (:...${list})`);
    }
    return { condition: `(${lists.join(' OR ')})`, parameters };
  }

  /** Rejects when the database does not answer. Other queries must not delay it. */
  abstract ping(reader: DataSource): Promise<void>;

  /** Undefined: a bug of the service. */
  abstract failureOf(error: unknown): Failure | undefined;
}
