/** What an error of the database means for the transaction that it came in. */
export type Failure =
  /** A unique index has the value already: another write was faster, and can be seen by now. */
  | 'duplicate'
  /** Others stood in the way: the transaction is undone, and may succeed when it is run again. */
  | 'conflict'
  /**
   * The connection is of no more use, while another one may be: nothing was written, unless the
   * transaction was just being committed, which nobody knows then.
   */
  | 'lost'
  /** The database is gone, or refuses work whoever asks. */
  | 'unavailable';

/** The error of what took longer than the database may take. */
export const notInTime = (code: string): Error =>
  Object.assign(new Error('The database did not answer in time.'), { code });

interface DriverError {
  code?: string;
  errno?: number;
  /** TypeORM wraps the errors of statements. */
  driverError?: DriverError;
}

/** The code a database driver puts on its errors, or the number of one that it has no code for. */
export function driverCode(error: unknown): string {
  const thrown = error as DriverError | null | undefined;
  const { code, errno } = thrown?.driverError ?? thrown ?? {};
  return String(code ?? errno ?? '');
}
