import { setImmediate as nextTurn } from 'node:timers/promises';
import { isObject } from './readers';

/** Characters of a value as JSON; a shorter one is parsed at once, in a millisecond or two. */
const LONG = 5_000;

/**
 * A long value that is not parsed yet: parsing several in one turn would block the event loop too
 * long.
 */
class Deferred {
  constructor(readonly read: () => unknown) {}
}

/** Parses a short value at once, and defers a long one. For a `Transform` of the input. */
export const readOrLeave = <T>(value: T, read: (value: T) => unknown): unknown =>
  JSON.stringify(value ?? '').length > LONG ? new Deferred(() => read(value)) : read(value);

/**
 * Parses the deferred values of an input, and of the records in it, each in its own turn of the
 * event loop.
 */
export async function readDeferred(input: object): Promise<void> {
  for (const name of Object.keys(input)) {
    let value: unknown = Reflect.get(input, name);
    if (value instanceof Deferred) {
      await yieldToEventLoop();
      value = value.read();
      Reflect.set(input, name, value);
    }
    if (Array.isArray(value))
      for (const entry of value) if (isObject(entry)) await readDeferred(entry);
  }
}

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
