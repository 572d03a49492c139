import { Logger } from '@nestjs/common';
import { standardOutput } from './platform/operation/observability';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Two signals within this time count as one: npm and the terminal both send one for Ctrl+C. */
const SAME_SIGNAL_MILLISECONDS = 500;

const LOOK_MILLISECONDS = 200;

/**
 * Calls `end` at the first SIGINT or SIGTERM; a second one ends the process immediately. The process
 * exits with 0, or with 1 and a log line when `end` fails.
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
    Logger.error(new Error('The shutdown failed', { cause: error }));
    process.exit(1);
  }
  process.exit(0);
}

/** Ends the process by the signal's default action. */
function endAtOnce(signal: NodeJS.Signals): void {
  standardOutput().flush(0);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/**
 * Ends the service when the parent shell has ended: a signal to npm ends the shell in which npm runs
 * the script, but not the service.
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
