import { Logger } from '@nestjs/common';
import { standardOutput } from './platform/operation/observability';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** npm and the terminal both send a signal for Ctrl+C: two within this time count as one. */
const SAME_SIGNAL_MILLISECONDS = 500;

const LOOK_MILLISECONDS = 200;

/**
 * Calls `end` at the first signal to end the process; a second signal ends it at once. The process
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
    Logger.error(new Error('The service did not end well', { cause: error }));
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
 * A signal to npm ends the shell in which npm runs the script, but not the service: so the service
 * also ends when its shell has ended.
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
