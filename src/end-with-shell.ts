const POLL_MILLISECONDS = 200;

/**
 * Ends the service when the parent shell has ended: a signal to npm ends the shell in which npm runs
 * the script, but not the service.
 */
export function endWithShell(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(check);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MILLISECONDS).unref();
}
