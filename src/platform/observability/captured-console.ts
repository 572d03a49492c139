import { format } from 'node:util';
import type { JsonLog } from './json-log';

/** More of what a package says is not worth the room. */
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
 * Makes lines of the log of what packages print by themselves, and of the warnings of Node: nothing
 * else writes to the output, so nobody can forge a line of it. What is only told, and may hold what
 * clients have sent, is for debugging.
 */
export function captureConsole(log: JsonLog): void {
  const methods = Object.entries(LEVELS).map(([method, level]) => [
    method,
    (...values: unknown[]) => {
      log.write(level, { logger: 'Packages' }, format(...values).slice(0, SHOWN_CHARACTERS));
    },
  ]);
  Object.assign(console, Object.fromEntries(methods));
  // Node's own listener prints them.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    log.write('warn', { logger: 'Node' }, `${name}: ${message}`.slice(0, SHOWN_CHARACTERS));
  });
}
