import { format } from 'node:util';
import type { JsonLog } from './json-log';

/** The maximum length of a message of a package. */
const SHOWN_CHARACTERS = 1000;

const LEVELS = {
  debug: 'debug',
  dir: 'debug',
  error: 'warn',
  info: 'debug',
  log: 'debug',
  trace: 'debug',
  warn: 'warn',
} as const;

/**
 * Redirects the console output of packages, and Node's warnings, to the log. Only the log writes to
 * the output, so that log lines cannot be forged. Informational output, which may contain data of
 * clients, gets the level debug.
 */
export function captureConsole(log: JsonLog): void {
  const methods = Object.entries(LEVELS).map(([method, level]) => [
    method,
    (...values: unknown[]) => {
      log.write(level, { logger: 'Packages' }, format(...values).slice(0, SHOWN_CHARACTERS));
    },
  ]);
  Object.assign(console, Object.fromEntries(methods));
  // Node's own listener prints the warnings.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    log.write('warn', { logger: 'Node' }, `${name}: ${message}`.slice(0, SHOWN_CHARACTERS));
  });
}
