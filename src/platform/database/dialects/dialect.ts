import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import type { Failure } from './failure';

/** How busy the connections are that work may have to wait for. */
export interface PoolState {
  /** Most connections there can be. */
  size: number;
  /** Those that do nothing, or are not open yet. */
  free: number;
  /** Pieces of work that wait for a connection. */
  waiting: number;
}

/** What databases do differently; everything else of the service is the same on all of them. */
export abstract class Dialect {
  /** Of transactions: each statement sees what is committed when it starts. */
  abstract readonly isolation: 'READ COMMITTED' | 'SERIALIZABLE';

  /** What people call the database in use, with its version, for the lines printed at the start. */
  abstract describe(dataSource: DataSource): Promise<string>;

  /** What whoever runs the service should know of the database, in sentences for the log. */
  warnings(): string[] {
    return [];
  }

  abstract options(): DataSourceOptions;

  /** A source for reads that never sees what a transaction has not committed yet. */
  abstract openReader(dataSource: DataSource): Promise<DataSource>;

  /** Closes what `openReader` has opened, and leaves the database so that a copy of it is whole. */
  closeReader(reader: DataSource): Promise<void> {
    return reader.destroy();
  }

  abstract poolState(dataSource: DataSource): PoolState;

  /** Runs one piece of work at a time over all processes that share the database. */
  abstract exclusively(dataSource: DataSource, work: () => Promise<void>): Promise<void>;

  /** Runs a transaction's work; where the database allows one writer only, one after the other. */
  abstract inTurn<T>(work: () => Promise<T>): Promise<T>;

  /** What runs one transaction; connects again where the connection was abandoned. */
  abstract openRunner(dataSource: DataSource): Promise<QueryRunner>;

  /** Whether a connection is spoilt by an error, although its transaction has been undone. */
  abstract isSpoiltBy(error: unknown): boolean;

  /** Frees a connection that is spoilt, or whose transaction cannot be undone. */
  abstract abandon(runner: QueryRunner): Promise<void>;

  /** The time on the clock of the database; undefined where that is the clock of this machine. */
  abstract now(dataSource: DataSource): Promise<Date | undefined>;

  /**
   * The condition that a text holds a word, byte by byte; both are SQL. For words and texts such as
   * `aaaa…` it costs a small part of what `LIKE` does, or a comparison by a collation.
   */
  abstract contains(text: string, word: string): string;

  /** Fails when the database does not answer; is not kept waiting by those it answers. */
  abstract ping(reader: DataSource): Promise<void>;

  /** What an error means for the transaction that it came in; undefined: it is a fault of ours. */
  abstract failureOf(error: unknown): Failure | undefined;
}
