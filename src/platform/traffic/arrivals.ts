import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest that requests wait for others to come in. */
const WAIT_MILLISECONDS = 100;

/**
 * Lets all that are coming in come in, before the next is carried out. One that is carried out
 * without a pause, as they are on SQLite, keeps the others in the sockets of the operating system,
 * where nothing counts and refuses them; of new connections the event loop takes in one a turn.
 */
export class Arrivals {
  private count = 0;
  private waiting?: Promise<void>;
  private waitedAt = performance.now();

  /** Counts a connection or a request. */
  add(): void {
    this.count++;
  }

  /** Resolves when a turn of the event loop has brought nothing new, for all who wait together. */
  over(): Promise<void> {
    return (this.waiting ??= this.wait());
  }

  /** Waits no longer than there was work since the last time: most of the time is for that. */
  private async wait(): Promise<void> {
    let seen = this.count;
    await nextTurn();
    const now = performance.now();
    const end = now + Math.min(WAIT_MILLISECONDS, now - this.waitedAt);
    while (seen !== this.count && performance.now() < end) {
      seen = this.count;
      await nextTurn();
    }
    this.waitedAt = performance.now();
    this.waiting = undefined;
  }
}
