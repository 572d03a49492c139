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
 * Writes what packages print themselves, and Node's warnings, to the log. Nothing else writes to
 * the output, so that nobody can forge a log line. Mere information, which may contain data of
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
