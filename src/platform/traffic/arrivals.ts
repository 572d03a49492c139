import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest that requests wait for others to come in, a hundred connections or so. */
const WAIT_MILLISECONDS = 100;

/**
 * Lets all that are coming in come in, before the next is carried out. One that is carried out
 * without a pause, as they are on SQLite, keeps the others in the sockets of the operating system,
 * where nothing counts and refuses them; of new connections the event loop takes in one a turn.
 */
export class Arrivals {
  private count = 0;
  private waiting?: Promise<void>;

  /** Counts a connection or a request. */
  add(): void {
    this.count++;
  }

  /** Resolves when a turn of the event loop has brought nothing new, for all who wait together. */
  over(): Promise<void> {
    return (this.waiting ??= this.wait());
  }

  private async wait(): Promise<void> {
    let seen = this.count;
    await nextTurn();
    // The first turn may have been a long one, with the work of others.
    const end = performance.now() + WAIT_MILLISECONDS;
    while (seen !== this.count && performance.now() < end) {
      seen = this.count;
      await nextTurn();
    }
    this.waiting = undefined;
  }
}
