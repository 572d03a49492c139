import type { Socket } from 'node:net';
import type * as Mysql from 'mysql2';
import type {
  Pool,
  PoolConnection,
  PoolOptions,
  QueryOptions,
  ResultSetHeader,
  RowDataPacket,
  TypeCast,
} from 'mysql2';
import { onDemand } from '../../../foundation/reuse';
import { storedInstant } from '../stored-instant';
import type { StatementResult } from './dialect';
import { timeoutError, undoneError } from './failure';
import { mysqlFailure } from './mysql-errors';
import { prepareSession } from './mysql-session';

const driver = onDemand<typeof Mysql>('mysql2', __filename);

/** The idle time after which TCP keep-alive probes are sent. */
const KEEP_ALIVE_MILLISECONDS = 10_000;

/** The event of a pool after each successful statement that uses a table, on any connection. */
export const ANSWER = 'answer';

/** A Galera node that is cut off from its cluster still answers statements without a table. */
const USES_TABLE = /\b(?:FROM|INTO|UPDATE)\b/i;

/** Statements that change rows and do not end a transaction. */
const CHANGES_ROWS = /^\s*(?:DELETE|INSERT|REPLACE|UPDATE)\b/i;

/** The bit of the server status for an open transaction. */
const IN_TRANSACTION = 1;

/** The length of waiting statements at which they are sent; servers refuse packets of more than 16 MB. */
const WAITING_MAX = 500_000;

/** Connection → statements that are sent with its next one; see `sendLater`. */
const waiting = new WeakMap<PoolConnection, string[]>();

type Answer = (error: Error | null, ...result: unknown[]) => void;
type Query = (statement: string | QueryOptions, ...rest: unknown[]) => unknown;

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
 * Reads rows through the driver's own functions: a cast of each value and a promise for each step
 * would take more time than the rest.
 */
export function readRows(
  pool: Pool,
  sql: string,
  values: readonly unknown[],
): Promise<readonly object[]> {
  return new Promise((resolve, reject) => {
    pool.getConnection((unreachable, connection) => {
      if (unreachable) {
        reject(unreachable);
        return;
      }
      connection.query<RowDataPacket[]>(statementOf(sql, values), (error, rows) => {
        connection.release();
        if (error) reject(error);
        else resolve(rows);
      });
    });
  });
}

/** Runs a statement on a connection, like `readRows`. */
export function send(
  connection: PoolConnection,
  sql: string,
  values: readonly unknown[],
): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    connection.query<RowDataPacket[] | ResultSetHeader>(
      statementOf(sql, values),
      (error, result) => {
        if (error) reject(error);
        else if (Array.isArray(result)) resolve({ rows: result, insertId: 0 });
        else resolve({ rows: [], insertId: result.insertId });
      },
    );
  });
}

/**
 * Sends a statement together with the next one of its connection, in one packet: see
 * docs/decisions/0016-statements-in-one-packet.md. The server runs them in order and stops at the
 * first error, which the next statement reports. A ROLLBACK discards the statements that were not sent.
 */
export async function sendLater(
  connection: PoolConnection,
  sql: string,
  values: readonly unknown[],
): Promise<void> {
  const statement = statementOf(sql, values);
  const statements = waiting.get(connection) ?? [];
  waiting.set(connection, statements);
  const length = statements.reduce((sum, { length }) => sum + length, 0);
  const text = connection.format(sql, statement.values);
  if (length + text.length < WAITING_MAX) statements.push(text);
  else await send(connection, text, []);
}

/** Formats instants here: the driver is slower, and many statements have the same instants. */
const statementOf = (sql: string, values: readonly unknown[]): QueryOptions => ({
  sql,
  values: values.map((value) => (value instanceof Date ? storedInstant(value) : value)),
  dateStrings: true,
});

/**
 * Watches the statements of a connection, and sends the waiting ones with the next. The callback runs
 * before the result is delivered: the statement succeeded, or its connection failed.
 *
 * A statement also fails when it ended its transaction, which means that the server has rolled it
 * back: see `undoneError`. Later statements would be committed separately.
 */
function watch(
  connection: PoolConnection,
  limit: number | undefined,
  typeCast: TypeCast | undefined,
  { onAnswer, onUseless }: { onAnswer: (sql: string) => void; onUseless: () => void },
): void {
  const query = connection.query.bind(connection) as Query;
  let isInTransaction = false;
  const isUndone = (sql: string, result: unknown): boolean => {
    const { serverStatus } = (result ?? {}) as Partial<ResultSetHeader>;
    if (serverStatus === undefined) return false;
    const wasInTransaction = isInTransaction;
    isInTransaction = (serverStatus & IN_TRANSACTION) !== 0;
    return wasInTransaction && !isInTransaction && CHANGES_ROWS.test(sql);
  };
  const watched: Query = (statement, ...rest) => {
    const answer = rest.pop() as Answer;
    const options = typeof statement === 'string' ? { sql: statement, typeCast } : statement;
    const { sql } = options;
    const before = waiting.get(connection)?.splice(0) ?? [];
    const isJoined = before.length > 0 && sql !== 'ROLLBACK';
    let isAnswered = false;
    const answerOnce: Answer = (failed, result, fields) => {
      if (isAnswered) return;
      isAnswered = true;
      clearTimeout(timer);
      const results = isJoined ? ((result ?? []) as unknown[]) : [result];
      const statements = isJoined ? [...before, sql] : [sql];
      const undone = results.filter((each, place) => isUndone(statements[place], each));
      const error = failed ?? (undone.length > 0 ? undoneError() : null);
      if (error === null) onAnswer(sql);
      else if (isUseless(error)) onUseless();
      answer(error, results.at(-1), isJoined ? (fields as unknown[] | undefined)?.at(-1) : fields);
    };
    const timer =
      limit === undefined
        ? undefined
        : setTimeout(() => answerOnce(timeoutError('PROTOCOL_SEQUENCE_TIMEOUT')), limit);
    if (!isJoined) return query(options, ...rest, answerOnce);
    const values = options.values ?? rest.at(0) ?? [];
    const packet = [...before, connection.format(sql, values)].join(';\n');
    return query({ ...options, sql: packet, values: undefined }, answerOnce);
  };
  connection.query = watched as typeof connection.query;
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
    const timer =
      limit === undefined
        ? undefined
        : setTimeout(() => {
            isLate = true;
            (answer as Answer)(timeoutError('POOL_TIMEOUT'));
          }, limit);
    const handOut = (connection: PoolConnection): void => {
      clearTimeout(timer);
      if (isLate) connection.release();
      else answer(null, connection);
    };
    const fail = (error: Error): void => {
      clearTimeout(timer);
      if (!isLate) (answer as Answer)(error);
    };
    getConnection((unreachable, connection) => {
      if (unreachable) fail(withCode(unreachable));
      else if (prepared.has(connection)) handOut(connection);
      else
        prepare(connection, (refused) => {
          if (refused === null) {
            prepared.add(connection);
            handOut(connection);
          } else {
            close(connection);
            fail(refused);
          }
        });
    });
  };
}

const isUseless = (error: Error): boolean =>
  mysqlFailure(error) === 'lost' ||
  (error as NodeJS.ErrnoException).code === 'PROTOCOL_SEQUENCE_TIMEOUT';

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
