export type Failure =
  /** A unique index contains the value: another transaction has committed it first. */
  | 'duplicate'
  /** A conflict with another transaction: this one was rolled back, and may be retried. */
  | 'conflict'
  /**
   * The connection is unusable, but another one may work. After an error during the commit, it is unknown
   * whether the transaction was committed.
   */
  | 'lost'
  /** The database is unavailable, or refuses all work. */
  | 'unavailable';

export const timeoutError = (code: string): Error =>
  Object.assign(new Error('The database did not answer in time.'), { code });

/**
 * The error of a statement that the server has rolled back without an error. MySQL 9.6 and later delete
 * referring rows above InnoDB. After a deadlock there, they report that nothing was deleted.
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

/** TypeORM wraps the errors of statements. */
export const ofDriver = (error: unknown): DriverError =>
  (error as { driverError?: DriverError } | null | undefined)?.driverError ?? error ?? {};

/** The code of a driver's error, or its number. */
export function driverCode(error: unknown): string {
  const { code, errno } = ofDriver(error);
  return String(code ?? errno ?? '');
}
