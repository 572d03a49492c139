import type { LogLevel as NestLogLevel } from '@nestjs/common';
import type { LogLevel } from './settings';

const LEVELS = ['debug', 'log', 'warn', 'error'] as const satisfies NestLogLevel[];

/** What Nest's logger shows under a `LOG_LEVEL`; false: nothing. */
export function logLevels(least: LogLevel): NestLogLevel[] | false {
  if (least === 'silent') return false;
  return [...LEVELS.slice(LEVELS.indexOf(least === 'info' ? 'log' : least)), 'fatal'];
}
