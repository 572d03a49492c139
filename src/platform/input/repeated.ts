import type { TransformFnParams } from 'class-transformer';
import { isObject } from './readers';

/** Input lists that come from one parameter sent several times. */
const found = new WeakSet();

/**
 * Records the lists that come from one repeated parameter, `x=1&x=2`, and not from a list in
 * brackets.
 *
 * @param all the parsed parameters, with every value
 * @param last the same parameters, with only the last value of a repeated one
 */
export function noteRepeated(all: unknown, last: unknown): void {
  if (Array.isArray(all) && !Array.isArray(last)) found.add(all);
  if (isObject(all) && isObject(last))
    for (const [name, value] of Object.entries(all)) noteRepeated(value, last[name]);
}

/** Returns the value of a field that is no list: the last value of a repeated parameter. */
export function readLast({ value, obj, key }: TransformFnParams): unknown {
  const sent = (obj as Record<string, unknown>)[key];
  return Array.isArray(sent) && found.has(sent) ? sent.at(-1) : (value as unknown);
}
