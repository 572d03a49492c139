import type { Socket } from 'node:net';
import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { notInTime } from './failure';
import { mysqlFailure } from './mysql-errors';

/** After so long a silence the system asks the server for a sign of life. */
const KEEP_ALIVE_MILLISECONDS = 10_000;

/** Of the time for a statement: what it may wait for a lock, before the transaction is run again. */
const LOCK_SHARE = 0.25;
/** Of the time for a statement: after it, the server ends by itself what nobody waits for soon. */
const SERVER_SHARE = 0.9;

/** The event of a pool that tells of a statement that has succeeded, on whatever connection. */
export const ANSWER = 'answer';

type Answer = (error: Error | null, ...result: unknown[]) => void;
type Query = (sql: string, ...rest: unknown[]) => unknown;

/**
 * A pool that waits for nothing longer than the time limit: not for a connection to be made or to
 * get free, and not for a statement, be it COMMIT or ROLLBACK.
 *
 * A connection that has failed, or did not answer in time, never serves a second request: the
 * driver would let its statements wait behind the one that is not answered.
 *
 * @param seconds the time limit; Infinity: none
 */
export function createSteadyPool(options: PoolOptions, seconds: number): Pool {
  const limit = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  const pool = createPool({
    ...options,
    keepAliveInitialDelay: KEEP_ALIVE_MILLISECONDS,
    ...(limit !== undefined && { connectTimeout: limit }),
  });
  const idle = new Set<PoolConnection>();
  pool.on('acquire', (connection) => idle.delete(connection));
  pool.on('release', (connection) => idle.add(connection));
  pool.on('connection', (connection) => {
    // Statements are told of errors by their callbacks; an event that nobody hears is fatal.
    connection.on('error', () => undefined);
    connection.once('end', () => idle.delete(connection));
    watch(connection, limit, {
      onAnswer: () => pool.emit(ANSWER),
      onUseless: () => {
        // What one connection met, the others are about to meet, at the cost of a request each.
        for (const useless of [connection, ...idle]) close(useless);
        idle.clear();
      },
    });
    // The limits above hold also where the server does not take its own.
    if (limit !== undefined) connection.query(sessionLimits(seconds), () => undefined);
  });
  limitWaiting(pool, limit);
  return pool;
}

/** Tells, before a statement is answered, that it has succeeded, or the connection failed at it. */
function watch(
  connection: PoolConnection,
  limit: number | undefined,
  { onAnswer, onUseless }: { onAnswer: () => void; onUseless: () => void },
): void {
  const query = connection.query.bind(connection) as Query;
  const watched: Query = (sql, ...rest) => {
    const answer = rest.pop() as Answer;
    let isAnswered = false;
    const answerOnce: Answer = (error, ...result) => {
      if (isAnswered) return;
      isAnswered = true;
      clearTimeout(timer);
      if (error === null) onAnswer();
      else if (isUseless(error)) onUseless();
      answer(error, ...result);
    };
    const timer =
      limit === undefined
        ? undefined
        : setTimeout(() => answerOnce(notInTime('PROTOCOL_SEQUENCE_TIMEOUT')), limit);
    return query(sql, ...rest, answerOnce);
  };
  connection.query = watched as typeof connection.query;
}

function limitWaiting(pool: Pool, limit: number | undefined): void {
  const getConnection = pool.getConnection.bind(pool);
  pool.getConnection = (answer: (error: Error | null, connection: PoolConnection) => void) => {
    let isLate = false;
    const timer =
      limit === undefined
        ? undefined
        : setTimeout(() => {
            isLate = true;
            (answer as Answer)(notInTime('POOL_TIMEOUT'));
          }, limit);
    getConnection((error, connection) => {
      clearTimeout(timer);
      if (!isLate) answer(error && withCode(error), connection);
      else if (error === null) connection.release();
    });
  };
}

/** Both servers read what is meant for them, and take the rest for a comment. */
function sessionLimits(seconds: number): string {
  const lock = Math.max(1, Math.floor(seconds * LOCK_SHARE));
  const statement = seconds * SERVER_SHARE;
  return (
    `SET SESSION innodb_lock_wait_timeout = ${lock}, SESSION lock_wait_timeout = ${lock}` +
    ` /*M!100100 , SESSION max_statement_time = ${statement} */` +
    ` /*!50708 , SESSION max_execution_time = ${statement * 1000} */`
  );
}

const isUseless = (error: Error): boolean =>
  mysqlFailure(error) === 'lost' ||
  (error as NodeJS.ErrnoException).code === 'PROTOCOL_SEQUENCE_TIMEOUT';

/** The driver's pool says that it is closed without a code. */
const withCode = (error: NodeJS.ErrnoException): Error =>
  error.code === undefined ? Object.assign(error, { code: 'POOL_CLOSED' }) : error;

/** The driver says goodbye, and then waits for a server that may never read it. */
function close(connection: PoolConnection): void {
  connection.destroy();
  (connection as unknown as { stream: Socket }).stream.destroy();
}
