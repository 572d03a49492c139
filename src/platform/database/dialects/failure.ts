/** What a database error means for its transaction. */
export type Failure =
  /** A unique index already has the value: another transaction was faster, and has committed. */
  | 'duplicate'
  /** A conflict with another transaction: this one was rolled back, and may be retried. */
  | 'conflict'
  /**
   * The connection cannot be used any more, but another one may work. Nothing was written, unless
   * the error came during the commit: then it is unknown.
   */
  | 'lost'
  /** The database is not available, or refuses all work. */
  | 'unavailable';

/** The error of a timeout. */
export const timeoutError = (code: string): Error =>
  Object.assign(new Error('The database did not answer in time.'), { code });

/**
 * The error of a statement that the server has undone, with its transaction or alone, without an error
 * of its own. MySQL 9.6 and later, which delete the rows that refer to a deleted one above InnoDB, answer
 * that nothing was deleted when they lose a deadlock meanwhile, or wait too long for a lock.
 */
export const undoneError = (): Error =>
  Object.assign(new Error('The database has undone a statement.'), { code: 'ER_LOCK_DEADLOCK' });

interface DriverError {
  code?: string;
  errno?: number;
  /** TypeORM wraps the errors of statements. */
  driverError?: DriverError;
}

/** The code that a database driver sets on its errors, or the number of an error without a code. */
export function driverCode(error: unknown): string {
  const thrown = error as DriverError | null | undefined;
  const { code, errno } = thrown?.driverError ?? thrown ?? {};
  return String(code ?? errno ?? '');
}
