import type { PoolConnection, RowDataPacket } from 'mysql2';

/** Share of the statement timeout; after it the transaction is retried. */
const LOCK_SHARE = 0.25;
/** Share of the pool's timeout: the server cancels the statement before the pool gives up. */
const SERVER_SHARE = 0.9;

/** `NO_BACKSLASH_ESCAPES` must not be included: the driver escapes values with backslashes. */
const SQL_MODE = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

const CHARSET = 'utf8mb4';

/**
 * The session variables that the service is tested with. A server or proxy may set other values, with which
 * texts are stored wrongly or SQL has another meaning.
 */
const VARIABLES = {
  sql_mode: SQL_MODE,
  autocommit: 'ON',
  completion_type: 'NO_CHAIN',
  default_storage_engine: 'InnoDB',
  foreign_key_checks: 'ON',
  sql_auto_is_null: 'OFF',
  sql_big_selects: 'ON',
  sql_safe_updates: 'OFF',
  sql_select_limit: '18446744073709551615',
  time_zone: '+00:00',
  unique_checks: 'ON',
} as const;

/** The names of the isolation level: of MySQL, and of MariaDB before 11.1. */
const ISOLATION_VARIABLES = ['transaction_isolation', 'tx_isolation'];
const READ_ONLY_VARIABLES = ['transaction_read_only', 'tx_read_only'];

const EXPECTED = new Map<string, string>([
  ...Object.entries(VARIABLES),
  ['character_set_client', CHARSET],
  ['character_set_connection', CHARSET],
  ['character_set_results', CHARSET],
  ...ISOLATION_VARIABLES.map((name): [string, string] => [name, 'READ-COMMITTED']),
  ...READ_ONLY_VARIABLES.map((name): [string, string] => [name, 'OFF']),
]);

const quoted = (text: string): string => (/^\d+$/.test(text) ? text : `'${text}'`);

const SETTINGS = [
  [
    `SET NAMES ${CHARSET} COLLATE ${CHARSET}_general_ci`,
    ...Object.entries(VARIABLES).map(([name, value]) => `SESSION ${name} = ${quoted(value)}`),
  ].join(', '),
  // Each statement sees what was committed when it started.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE',
];

const SETTINGS_FOUND = `SHOW SESSION VARIABLES
  WHERE Variable_name IN (${[...EXPECTED.keys()].map(quoted).join(', ')})`;

export const SESSION_REFUSED = 'SESSION_REFUSED';

/**
 * Sets the session variables of a new connection, and reads them back.
 *
 * @param limit the timeout of statements in milliseconds; undefined: none
 * @throws the error of a lost connection, or `SESSION_REFUSED`
 */
export async function prepareSession(
  connection: PoolConnection,
  limit: number | undefined,
): Promise<void> {
  const session = connection.promise();
  try {
    if (limit !== undefined) await session.query(sessionLimits(limit / 1000)).catch(ignoreRefusal);
    for (const statement of SETTINGS) await session.query(statement);
    const [rows] = await session.query<RowDataPacket[]>(SETTINGS_FOUND);
    assertSet(rows);
  } catch (error) {
    throw isRefusal(error as Error) ? refused((error as Error).message) : error;
  }
}

/** MySQL and MariaDB each execute their own part, and treat the other one as a comment. */
function sessionLimits(seconds: number): string {
  const lock = Math.max(1, Math.floor(seconds * LOCK_SHARE));
  const statement = seconds * SERVER_SHARE;
  return (
    `SET SESSION innodb_lock_wait_timeout = ${lock}, SESSION lock_wait_timeout = ${lock}` +
    ` /*M!100100 , SESSION max_statement_time = ${statement} */` +
    ` /*!50708 , SESSION max_execution_time = ${statement * 1000} */`
  );
}

function assertSet(rows: readonly RowDataPacket[]): void {
  for (const { Variable_name: name, Value: value } of rows as Record<string, string>[]) {
    const expected = EXPECTED.get(name.toLowerCase());
    if (expected !== undefined && value !== expected)
      throw refused(`${name} stays ${JSON.stringify(value)} instead of ${expected}`);
  }
}

/** False for a lost connection. */
const isRefusal = (error: Error): boolean =>
  (error as { fatal?: boolean }).fatal !== true &&
  Boolean((error as { sqlState?: string }).sqlState);

/** The timeout of the pool also applies if the server refuses its own. */
function ignoreRefusal(error: Error): void {
  if (!isRefusal(error)) throw error;
}

const refused = (message: string): Error =>
  Object.assign(new Error(message), { code: SESSION_REFUSED });
