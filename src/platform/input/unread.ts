import { charactersIn } from '../texts';
import { ownTurn } from './own-turn';

/** What has fewer characters is read in a millisecond or two, which is no reason to wait. */
const LONG = 5_000;

/** A value as it was sent: reading all that is long in one request takes too much time for one turn. */
class Unread {
  constructor(readonly read: () => unknown) {}
}

/** What a reader makes of a value, at once where it is short. For a `Transform` of the input. */
export const readOrLeave = <T>(value: T, read: (value: T) => unknown): unknown =>
  charactersIn(value) > LONG ? new Unread(() => read(value)) : read(value);

/** Reads what was left of an input, and of the records in it, each in a turn of its own. */
export async function readLeft(input: object): Promise<void> {
  for (const [name, left] of Object.entries(input)) {
    let value: unknown = left;
    if (left instanceof Unread) {
      await ownTurn();
      value = left.read();
      Object.assign(input, { [name]: value });
    }
    if (Array.isArray(value)) for (const entry of value) if (isObject(entry)) await readLeft(entry);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
