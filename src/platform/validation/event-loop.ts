import { setImmediate as nextTurn } from 'node:timers/promises';

/** One queue per process, because there is one event loop. */
let last = Promise.resolve();

/**
 * Resolves in a separate iteration of the event loop for each caller. It is for work that takes
 * milliseconds: requests with such work wait for each other, and other requests are served in
 * between.
 */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
