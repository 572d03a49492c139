interface LoggedError {
  type: string;
  message: string;
  /** The error code of Node or of the database. */
  code?: string;
  /** The failed SQL statement, with placeholders for its values. */
  statement?: string;
  /** The stack frames, the innermost first. */
  stack?: string[];
  cause?: LoggedError;
}

/** The maximum number of nested causes that are logged. */
const DEPTH_MAX = 3;

/** The error codes of MySQL, MariaDB and SQLite. */
const DATABASE = /^(ER_|SQLITE_)/;

/**
 * A quotation up to the last quotation mark, because the quoted text may contain quotation marks.
 */
const QUOTATION = /(['"`]).*['"`]/s;

/**
 * Returns an error for the log, without the values of a failed statement, which databases quote in
 * their messages and drivers add as properties.
 */
export function loggedError(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack = '', cause } = error;
  const { code, query } = error as { code?: unknown; query?: unknown };
  const isOfDatabase = typeof query === 'string' || DATABASE.test(String(code));
  return {
    type: name,
    message: isOfDatabase ? message.replace(QUOTATION, '$1…$1') : message,
    ...(typeof code === 'string' && { code }),
    ...(typeof query === 'string' && { statement: query }),
    stack: placesIn(stack, message),
    ...(cause !== undefined && depth < DEPTH_MAX && { cause: loggedError(cause, depth + 1) }),
  };
}

/**
 * Returns the stack frames. A stack begins with the message, whose lines may look like stack
 * frames.
 */
function placesIn(stack: string, message: string): string[] {
  const start = stack.indexOf(message);
  return stack
    .slice(start < 0 ? 0 : start + message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
}
