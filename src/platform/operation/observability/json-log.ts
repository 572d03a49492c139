import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerService } from '@nestjs/common';
import { type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../../foundation/config';
import { loggedError } from './logged-error';
import { standardOutput } from './line-output';

/** The members that all log lines of a request contain. */
export interface RequestScope {
  request_id: string;
  /** The trace id, 32 hex digits (W3C Trace Context §3.2.2.3), if the request is traced. */
  trace_id?: string;
}

/** The scope of the current request, in all asynchronous work for it. */
export const requestScope = new AsyncLocalStorage<RequestScope>();

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/**
 * The log of the service: JSON objects, one per line, on the standard output. Lines that are
 * written during a request contain its id.
 */
export class JsonLog implements LoggerService {
  private readonly pino: Logger;

  constructor(least: LogLevel) {
    const settings: LoggerOptions = {
      level: least,
      base: undefined,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      mixin: () => ({ ...requestScope.getStore() }),
    };
    // pino's own destination blocks the process forever when a disk is full.
    this.pino = pino(settings, { write: (line) => standardOutput().write(line) });
  }

  /** True when a level is logged. */
  has(level: Level): boolean {
    return this.pino.isLevelEnabled(level);
  }

  /** Writes a line with additional members. */
  write(level: Level, members: Record<string, unknown>, message: string): void {
    this.pino[level](members, message);
  }

  log(message: unknown, ...parameters: unknown[]): void {
    this.writeMessage('info', message, parameters);
  }

  error(message: unknown, ...parameters: unknown[]): void {
    this.writeMessage('error', message, parameters);
  }

  warn(message: unknown, ...parameters: unknown[]): void {
    this.writeMessage('warn', message, parameters);
  }

  debug(message: unknown, ...parameters: unknown[]): void {
    this.writeMessage('debug', message, parameters);
  }

  verbose(message: unknown, ...parameters: unknown[]): void {
    this.writeMessage('debug', message, parameters);
  }

  fatal(message: unknown, ...parameters: unknown[]): void {
    this.writeMessage('fatal', message, parameters);
  }

  /**
   * @param parameters from Nest: optionally a stack, then the name of the logger
   */
  private writeMessage(level: Level, message: unknown, parameters: unknown[]): void {
    const texts = parameters.filter((parameter) => typeof parameter === 'string');
    const stack = texts.find((text) => text.includes('\n    at '));
    const logger = texts.findLast((text) => text !== stack);
    if (message instanceof Error) {
      const { message: text, ...error } = loggedError(message);
      this.write(level, { logger, error }, text);
    } else this.write(level, { logger, stack }, String(message));
  }
}
