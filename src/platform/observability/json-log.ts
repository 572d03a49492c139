import { AsyncLocalStorage } from 'node:async_hooks';
import { format } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { SonicBoom } from 'sonic-boom';
import type { LogLevel } from '../config';
import { loggedError } from './logged-error';

/** The logger of the current request, in all asynchronous work for it: its lines have the request id. */
export const requestLogger = new AsyncLocalStorage<Logger>();

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** The log of the service: JSON objects, one per line. */
export class JsonLog implements LoggerService {
  readonly debug = this.messages('debug');
  readonly verbose = this.messages('debug');
  readonly log = this.messages('info');
  readonly warn = this.messages('warn');
  readonly error = this.messages('error');
  readonly fatal = this.messages('fatal');

  readonly pino: Logger;

  constructor(level: LogLevel, output: LineOutput) {
    this.pino = pino(
      {
        level,
        base: undefined,
        messageKey: 'message',
        timestamp: stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        mixin: () => ({ trace_id: trace.getActiveSpan()?.spanContext().traceId }),
      },
      output,
    );
  }

  /** Writes a line with additional members. */
  write(level: Level, members: Record<string, unknown>, message: string): void {
    (requestLogger.getStore() ?? this.pino)[level](members, message);
  }

  /**
   * Returns a method of Nest's loggers.
   *
   * @returns a function of a message, and of parameters from Nest: optionally a stack, then the
   * name of the logger
   */
  private messages(level: Level) {
    return (message: unknown, ...parameters: unknown[]): void => {
      const texts = parameters.filter((parameter) => typeof parameter === 'string');
      const stack = texts.find((text) => text.includes('\n    at '));
      const logger = texts.findLast((text) => text !== stack);
      if (message instanceof Error) {
        const { message: text, ...error } = loggedError(message);
        this.write(level, { logger, error }, text);
      } else this.write(level, { logger, stack }, String(message));
    };
  }
}

/** The maximum length of a message of a package. */
const SHOWN_CHARACTERS = 1000;

const CONSOLE_LEVELS = {
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
  for (const [method, level] of Object.entries(CONSOLE_LEVELS)) {
    const write = (...values: unknown[]): void =>
      log.write(level, { logger: 'Packages' }, format(...values).slice(0, SHOWN_CHARACTERS));
    Object.assign(console, { [method]: write });
  }
  // Node's own listener prints the warnings.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    log.write('warn', { logger: 'Node' }, `${name}: ${message}`.slice(0, SHOWN_CHARACTERS));
  });
}

/** Maximum bytes in the buffer: thousands of lines. */
const BUFFER_MAX = 1024 * 1024;

const RETRY_MILLISECONDS = 100;

/** How long the end of the process waits for a slow reader. */
const EXIT_MILLISECONDS = 500;

/**
 * Writes lines to a descriptor, each at once. When its reader is too slow or a disk is full, lines
 * wait in a buffer of limited size, and further lines are dropped: requests are more important than
 * log lines. pino's own destination would block the process, or stop for good when a pipe has lost
 * its reader.
 */
export class LineOutput {
  dropped = 0;
  private waitsUntil = 0;
  private retry?: NodeJS.Timeout;
  private readonly output: SonicBoom;

  constructor(fd: number) {
    this.output = new SonicBoom({
      fd,
      sync: true,
      // Without a minimum, `flush` does nothing.
      minLength: 1,
      maxLength: BUFFER_MAX,
      retryEAGAIN: () => performance.now() < this.waitsUntil,
    });
    this.output.on('drop', () => this.dropped++);
    this.output.on('error', () => {
      this.retry ??= setTimeout(() => {
        this.retry = undefined;
        this.output.flush();
      }, RETRY_MILLISECONDS).unref();
    });
  }

  /** @param line including its line end; never throws */
  write(line: string): void {
    this.output.write(line);
  }

  /** Writes the rest, and waits for a slow reader, but not for a full disk. */
  end(): void {
    this.waitsUntil = performance.now() + EXIT_MILLISECONDS;
    this.output.flush();
  }
}
