const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** npm and the terminal both tell a program of Ctrl+C: what follows so closely is the same one. */
const SAME_SIGNAL_MILLISECONDS = 500;

const LOOK_MILLISECONDS = 200;

/**
 * Calls `end` when a signal asks the process to end, and lets the next signal end it at once.
 *
 * @param end must not fail; the process exits with the code that it answers
 */
export function endOnSignal(end: () => Promise<number>): void {
  let since: number | undefined;
  const begin = (): void => {
    if (since !== undefined) return;
    since = Date.now();
    void end().then((code) => process.exit(code));
  };
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (since !== undefined && Date.now() - since > SAME_SIGNAL_MILLISECONDS) endAtOnce(signal);
      begin();
    });
  endWithShell(begin);
}

/** The end that a signal brings to a program that does not listen to it. */
function endAtOnce(signal: NodeJS.Signals): void {
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
