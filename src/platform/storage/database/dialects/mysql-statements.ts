import type {
  Pool,
  PoolConnection,
  QueryOptions,
  ResultSetHeader,
  RowDataPacket,
  TypeCast,
} from 'mysql2';
import { storedInstant } from '../stored-instant';
import type { Statement, StatementResult } from './dialect';
import { timeoutError, undoneError } from './failure';
import { mysqlFailure } from './mysql-errors';

/** Statements that change rows and do not end a transaction. */
const CHANGES_ROWS = /^\s*(?:DELETE|INSERT|REPLACE|UPDATE)\b/i;

/** The bit of the server status for an open transaction. */
const IN_TRANSACTION = 1;

/** The statement of TypeORM that starts a transaction. */
const START = 'START TRANSACTION';

/** The length of waiting statements at which they are sent; servers refuse packets of more than 16 MB. */
const WAITING_MAX = 500_000;

/** Connection → statements that are sent with its next one; see `sendLater`. */
const waiting = new WeakMap<PoolConnection, string[]>();

/** The callback of a statement. */
export type Answer = (error: Error | null, ...result: unknown[]) => void;
type Query = (statement: string | QueryOptions, ...rest: unknown[]) => unknown;

/**
 * Reads rows through the driver's own functions: a cast of each value and a promise for each step
 * would take more time than the rest.
 */
export function readRows(
  pool: Pool,
  statements: readonly Statement[],
): Promise<(readonly object[])[]> {
  return new Promise((resolve, reject) => {
    pool.getConnection((unreachable, connection) => {
      if (unreachable) {
        reject(unreachable);
        return;
      }
      const [first, ...further] = statements.map(({ sql, values }) => statementOf(sql, values));
      const isOne = further.length === 0;
      const query = isOne ? first : packetOf(connection, [first, ...further]);
      connection.query<RowDataPacket[] | RowDataPacket[][]>(query, (error, rows) => {
        connection.release();
        if (error) reject(error);
        else resolve(isOne ? [rows] : (rows as RowDataPacket[][]));
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
  const statements = waitingOn(connection);
  const length = statements.reduce((sum, { length }) => sum + length, 0);
  const text = connection.format(sql, statement.values);
  if (length + text.length < WAITING_MAX) statements.push(text);
  else await send(connection, text, []);
}

/** Sends the waiting statements, without another one. The start of a transaction alone need not be sent. */
export async function sendWaiting(connection: PoolConnection): Promise<void> {
  const statements = waitingOn(connection);
  const last = statements.at(-1);
  if (last === undefined || last === START) return;
  statements.pop();
  await send(connection, last, []);
}

function waitingOn(connection: PoolConnection): string[] {
  const statements = waiting.get(connection) ?? [];
  waiting.set(connection, statements);
  return statements;
}

/** Returns statements as one, whose result is a list of theirs. */
const packetOf = (
  connection: PoolConnection,
  statements: readonly QueryOptions[],
): QueryOptions => ({
  sql: statements.map(({ sql, values }) => connection.format(sql, values)).join(';\n'),
  dateStrings: true,
});

/** Formats instants here: the driver is slower, and many statements have the same instants. */
const statementOf = (sql: string, values: readonly unknown[]): QueryOptions => ({
  sql,
  values: values.map((value) => (value instanceof Date ? storedInstant(value) : value)),
  dateStrings: true,
});

/**
 * Watches the statements of a connection, and sends the waiting ones with the next. The callback runs
 * before the result is delivered: the statement succeeded, or its connection failed. The start of a
 * transaction waits as well.
 *
 * A statement also fails when it ended its transaction, which means that the server has rolled it
 * back: see `undoneError`. Later statements would be committed separately.
 */
export function watch(
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
    if (sql === START) {
      waitingOn(connection).push(sql);
      process.nextTick(answer, null);
      return;
    }
    const before = waitingOn(connection).splice(0);
    const isJoined = before.length > 0 && sql !== 'ROLLBACK';
    let isAnswered = false;
    const answerOnce: Answer = (failed, result, fields) => {
      if (isAnswered) return;
      isAnswered = true;
      clearTimeout(timer);
      const results = isJoined ? ((result ?? []) as unknown[]) : [result];
      const statements = isJoined ? [...before, sql] : [sql];
      let error = failed;
      for (const [place, each] of results.entries())
        if (isUndone(statements[place], each)) error ??= undoneError();
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

const isUseless = (error: Error): boolean =>
  mysqlFailure(error) === 'lost' ||
  (error as NodeJS.ErrnoException).code === 'PROTOCOL_SEQUENCE_TIMEOUT';
