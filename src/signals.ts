import { Logger } from '@nestjs/common';
import { standardOutput } from './platform/observability';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** npm and the terminal both tell a program of Ctrl+C: what follows so closely is the same one. */
const SAME_SIGNAL_MILLISECONDS = 500;

const LOOK_MILLISECONDS = 200;

/**
 * Calls `end` when a signal asks the process to end, and lets the next signal end it at once. The
 * process exits with 0, or with 1 and a line in the log when `end` fails.
 */
export function endOnSignal(end: () => Promise<void>): void {
  let since: number | undefined;
  const begin = (): void => {
    if (since !== undefined) return;
    since = performance.now();
    void exitAfter(end);
  };
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (since !== undefined && performance.now() - since > SAME_SIGNAL_MILLISECONDS)
        endAtOnce(signal);
      begin();
    });
  endWithShell(begin);
}

async function exitAfter(end: () => Promise<void>): Promise<void> {
  try {
    await end();
  } catch (error) {
    Logger.error(new Error('The service did not end well', { cause: error }));
    process.exit(1);
  }
  process.exit(0);
}

/** The end that a signal brings to a program that does not listen to it. */
function endAtOnce(signal: NodeJS.Signals): void {
  standardOutput().flush(0);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/**
 * A signal to npm ends the shell that npm runs a script in, and leaves behind what the shell has
 * started: without its shell the service ends too.
 */
function endWithShell(begin: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    begin();
  }, LOOK_MILLISECONDS).unref();
}
