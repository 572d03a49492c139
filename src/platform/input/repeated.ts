import type { TransformFnParams } from 'class-transformer';
import { isObject } from './is-object';

/** Lists of inputs that are one parameter sent several times; an entry goes with its list. */
const found = new WeakSet();

/**
 * Remembers which lists are one parameter sent several times, `x=1&x=2`, and no list in brackets.
 *
 * @param all the parameters as read, with every value
 * @param last the same, where the last value of such a parameter stands alone
 */
export function noteRepeated(all: unknown, last: unknown): void {
  if (Array.isArray(all) && !Array.isArray(last)) found.add(all);
  if (isObject(all) && isObject(last))
    for (const [name, value] of Object.entries(all)) noteRepeated(value, last[name]);
}

/** The value of a field that is no list: of a parameter that is sent several times the last one. */
export function readLast({ value, obj, key }: TransformFnParams): unknown {
  const sent = (obj as Record<string, unknown>)[key];
  return Array.isArray(sent) && found.has(sent) ? sent.at(-1) : (value as unknown);
}
