import type { DataSource, DataSourceOptions } from 'typeorm';

/** What databases do differently; everything else of the service is the same on all of them. */
export abstract class Dialect {
  /** Of transactions: each statement sees what is committed when it starts. */
  abstract readonly isolation: 'READ COMMITTED' | 'SERIALIZABLE';

  /** What people call the database in use, with its version, for the lines printed at the start. */
  abstract describe(dataSource: DataSource): Promise<string>;

  abstract options(): DataSourceOptions;

  /** A source for reads that never sees what a transaction has not committed yet. */
  abstract openReader(dataSource: DataSource): Promise<DataSource>;

  /** Leaves the database so that a copy of it is whole. */
  abstract settle(): void;

  /** Runs one piece of work at a time over all processes that share the database. */
  abstract exclusively(dataSource: DataSource, work: () => Promise<void>): Promise<void>;

  /** Runs a transaction's work; where the database allows one writer only, one after the other. */
  abstract inTurn<T>(work: () => Promise<T>): Promise<T>;

  /** Whether the same transaction may succeed when it is simply run again. */
  abstract isPassing(error: unknown): boolean;

  /** The database is gone or refuses work, through no fault of the request. */
  abstract isUnavailable(error: unknown): boolean;

  /** Another row has the same value under a unique index. */
  abstract isDuplicate(error: unknown): boolean;
}

/** The code a database driver puts on its errors, through TypeORM's wrapper. */
export function driverCode(error: unknown): string {
  const { driverError, code } = error as { driverError?: { code?: unknown }; code?: unknown };
  const found = driverError?.code ?? code;
  return typeof found === 'string' ? found : '';
}
