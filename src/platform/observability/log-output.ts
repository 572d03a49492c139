import { destination } from 'pino';

/** Characters, about 15 lines: to write each by itself takes longer than to make it. */
const TOGETHER = 4096;

/** Nobody who follows the log waits longer for a line. */
const LATE_MILLISECONDS = 250;

let output: ReturnType<typeof destination> | undefined;

function open(): ReturnType<typeof destination> {
  process.once('exit', flushLog);
  return destination({
    dest: 1,
    sync: true,
    minLength: TOGETHER,
    periodicFlush: LATE_MILLISECONDS,
  });
}

/**
 * The standard output of the process, for lines of the log. It writes several together, but none
 * behind the back of the program: when the process exits, for whatever reason, all are written.
 */
export const logOutput = {
  write(line: string): void {
    output ??= open();
    output.write(line);
  },
  /** pino calls it when an error is fatal. */
  flushSync: flushLog,
};

/** Writes what has not been written, for those who end the process without an exit. */
export function flushLog(): void {
  // pino's own flushSync tries for ever where nobody reads any more.
  output?.flush();
}
