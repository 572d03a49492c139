let last = Promise.resolve();

/**
 * Resolves in a turn of the event loop that nobody else who waits here has: for work that takes
 * milliseconds, so that of many requests with such work each waits for the others, and all that need
 * none of it go on between.
 */
export function ownTurn(): Promise<void> {
  last = last.then(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  );
  return last;
}
