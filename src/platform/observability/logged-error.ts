interface LoggedError {
  type: string;
  message: string;
  /** The code of Node, or of the database. */
  code?: string;
  /** The statement of the database that failed, with placeholders for its values. */
  statement?: string;
  /** The places in the code, from the inside out. */
  stack?: string[];
  cause?: LoggedError;
}

/** Causes of causes, beyond which nobody looks. */
const DEPTH_MAX = 3;

/** A code that only databases use: of MySQL and MariaDB, and of SQLite. */
const DATABASE = /^(ER_|SQLITE_)/;

/** A whole quotation: what it quotes may hold quotation marks of its own. */
const QUOTATION = /(['"`]).*['"`]/s;

/**
 * What the log has of an error: never the values of a failed statement, which databases quote in
 * their messages, and drivers keep beside them.
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

/** A stack begins with the message, of which a line may look like a place. */
function placesIn(stack: string, message: string): string[] {
  const start = stack.indexOf(message);
  return stack
    .slice(start < 0 ? 0 : start + message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
}
