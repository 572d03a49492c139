import type { Socket } from 'node:net';
import type * as Mysql from 'mysql2';
import type { Pool, PoolConnection, PoolOptions, TypeCast } from 'mysql2';
import { onDemand } from '../../../foundation/reuse';
import { timeoutError } from './failure';
import { prepareSession } from './mysql-session';
import { type Answer, watch } from './mysql-statements';

const driver = onDemand<typeof Mysql>('mysql2', __filename);

/** The idle time after which TCP keep-alive probes are sent. */
const KEEP_ALIVE_MILLISECONDS = 10_000;

/** The event of a pool after each successful statement that uses a table, on any connection. */
export const ANSWER = 'answer';

/** A Galera node that is cut off from its cluster still answers statements without a table. */
const USES_TABLE = /\b(?:FROM|INTO|UPDATE)\b/i;

/**
 * Creates a pool with a timeout for everything: for connecting, for waiting for a free connection,
 * and for every statement, including COMMIT and ROLLBACK.
 *
 * A connection that failed or timed out is never used again: the driver would queue new statements
 * behind the unanswered one.
 *
 * `query` and `getConnection` are replaced because the driver lacks two timeouts: for all
 * statements (https://github.com/sidorares/node-mysql2/issues/1104), while TypeORM sends COMMIT and
 * ROLLBACK itself, and for waiting for a connection
 * (https://github.com/sidorares/node-mysql2/issues/673). Without them, requests wait forever for an
 * unreachable database.
 *
 * @param seconds the timeout; Infinity: none
 * @param typeCast reads the values of TypeORM's statements; `readRows` works without it
 */
export function createSteadyPool(options: PoolOptions, seconds: number, typeCast?: TypeCast): Pool {
  const limit = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  const pool = driver().createPool({
    ...options,
    keepAliveInitialDelay: KEEP_ALIVE_MILLISECONDS,
    // A stack trace for each statement, in case it fails, takes time; the error has its SQL.
    trace: false,
    multipleStatements: true,
    ...(limit !== undefined && { connectTimeout: limit }),
  });
  const idle = new Set<PoolConnection>();
  pool.on('acquire', (connection) => idle.delete(connection));
  pool.on('release', (connection) => idle.add(connection));
  pool.on('connection', (connection) => {
    // Errors are passed to the callbacks of statements; without a listener the event would end the
    // process.
    connection.on('error', () => undefined);
    connection.once('end', () => idle.delete(connection));
    // TypeORM calls it for each statement, and the driver creates it anew each time.
    const promises = connection.promise();
    connection.promise = () => promises;
    watch(connection, limit, typeCast, {
      onAnswer: (sql) => {
        if (pool.listenerCount(ANSWER) > 0 && USES_TABLE.test(sql)) pool.emit(ANSWER);
      },
      onUseless: () => {
        // The idle connections would fail in the same way, each failing a request.
        for (const useless of [connection, ...idle]) close(useless);
        idle.clear();
      },
    });
  });
  limitWaiting(pool, limit, (connection, answer) => prepareSession(connection, seconds, answer));
  return pool;
}

/**
 * Hands out connections after their session is prepared, within the timeout.
 *
 * @param prepare prepares the session of a new connection
 */
function limitWaiting(
  pool: Pool,
  limit: number | undefined,
  prepare: (connection: PoolConnection, answer: (error: Error | null) => void) => void,
): void {
  const getConnection = pool.getConnection.bind(pool);
  const prepared = new WeakSet<PoolConnection>();
  pool.getConnection = (answer: (error: Error | null, connection: PoolConnection) => void) => {
    let isLate = false;
    const give = (error: Error | null, connection?: PoolConnection): void => {
      clearTimeout(timer);
      if (isLate) connection?.release();
      else (answer as Answer)(error, connection);
    };
    const giveUp = (): void => {
      give(timeoutError('POOL_TIMEOUT'));
      isLate = true;
    };
    const timer = limit === undefined ? undefined : setTimeout(giveUp, limit);
    getConnection((unreachable, connection) => {
      if (unreachable) give(withCode(unreachable));
      else if (prepared.has(connection)) give(null, connection);
      else
        prepare(connection, (refused) => {
          if (refused !== null) {
            close(connection);
            give(refused);
            return;
          }
          prepared.add(connection);
          give(null, connection);
        });
    });
  };
}

/** The driver's error for a closed pool has no code. */
const withCode = (error: NodeJS.ErrnoException): Error =>
  error.code === undefined ? Object.assign(error, { code: 'POOL_CLOSED' }) : error;

/**
 * Closes a connection at once. The driver's `end` waits for a server that may never answer, and its
 * `destroy` waits for unsent data (https://github.com/sidorares/node-mysql2/issues/670): the socket
 * would stay open.
 */
function close(connection: PoolConnection): void {
  connection.destroy();
  (connection as unknown as { stream: Socket }).stream.destroy();
}
