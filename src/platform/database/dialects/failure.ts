/** The effect of a database error on its transaction. */
export type Failure =
  /** A unique index already contains the value: another transaction has committed it first. */
  | 'duplicate'
  /** A conflict with another transaction: this one was rolled back, and may be retried. */
  | 'conflict'
  /**
   * The connection is unusable, but another one may work. Nothing was written, unless the error
   * came during the commit: then it is unknown.
   */
  | 'lost'
  /** The database is unavailable, or refuses all work. */
  | 'unavailable';

/** The error of a timeout. */
export const timeoutError = (code: string): Error =>
  Object.assign(new Error('The database did not answer in time.'), { code });

/**
 * Returns the error of a statement that the server has undone, alone or with its transaction,
 * without reporting an error. MySQL 9.6 and later delete referring rows above InnoDB. After a lost
 * deadlock or a lock timeout there, they report that nothing was deleted.
 */
export const undoneError = (): Error =>
  Object.assign(new Error('The database has rolled back a statement.'), {
    code: 'ER_LOCK_DEADLOCK',
  });

interface DriverError {
  code?: string;
  errno?: number;
  /** Whether it has closed the connection. */
  fatal?: boolean;
}

/** Returns the error of a driver: TypeORM wraps those of statements. */
export const ofDriver = (error: unknown): DriverError =>
  (error as { driverError?: DriverError } | null | undefined)?.driverError ?? error ?? {};

/**
 * Returns the code that a database driver sets on its errors, or the number of an error without a
 * code.
 */
export function driverCode(error: unknown): string {
  const { code, errno } = ofDriver(error);
  return String(code ?? errno ?? '');
}
