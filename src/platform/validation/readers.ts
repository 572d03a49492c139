import type { TransformFnParams } from 'class-transformer';
import { DateInput } from '../dates';
import { fault, type Fault, type Path } from '../errors';
import { LIST_MAX } from './declared';

/**
 * Parsers of the values in requests (docs/reference/interface.md#values). A parser converts the formats it
 * supports, and returns every other value unchanged, so that validation refuses it. Texts that are
 * too long are not parsed at all.
 */

/** Longer than any number or boolean, white space included. */
const WORD_MAX = 100;

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);
/** The texts that are parsed as booleans. */
export const TRUTH_WORDS = [...TRUE, ...FALSE];

export function readBoolean(value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'number' && !isWord(value)) return value;
  const word = String(value).trim().toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : value;
}

export function readInteger(value: unknown): unknown {
  return isWord(value) && /^[+-]?\d{1,16}$/.test(value.trim()) ? Number(value) : value;
}

export function readNumber(value: unknown): unknown {
  return isWord(value) && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value.trim())
    ? Number(value)
    : value;
}

export function readDate(value: unknown): unknown {
  return DateInput.read(value) ?? value;
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= WORD_MAX;

/**
 * Parses a list: one value, comma-separated text with spaces, or an array; empty parts are dropped.
 * A list with more than `max` parts, including empty ones, is cut after `max` + 1 parts and not
 * parsed.
 */
export function readList(value: unknown, max = LIST_MAX): readonly unknown[] {
  const parts = partsOf(value, max + 1);
  if (parts.length > max) return parts;
  return fitting(
    readEach(parts, (part) => (typeof part === 'string' ? part.trim() : part)),
    (part) => part !== '',
  );
}

function partsOf(value: unknown, max: number): unknown[] {
  if (Array.isArray(value)) return value.slice(0, max);
  const parts = typeof value === 'string' ? value.split(',', max) : [value];
  return withPaths(
    parts,
    parts.map(() => []),
  );
}

/**
 * Converts the values that clear a field of a body to null: null and an empty text
 * (docs/reference/interface.md#updates).
 */
export function readCleared(value: unknown): unknown {
  return value === '' ? null : value;
}

/** True for an object with keys; false for a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True when a parsed value is a valid record id. */
export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

/** Returns the fault of an object with an invalid id. */
export const wrongId = (id: unknown): Fault =>
  fault(['id'], Number.isInteger(id) ? 'range' : 'type', 'must be an integer of 1 or more');

/** The key that marks lists that come from one parameter sent several times. */
const REPEATED = Symbol('repeated');

/**
 * Marks the lists that come from one repeated parameter, `x=1&x=2`, and not from a list in
 * brackets.
 *
 * @param all the parsed parameters, with every value
 * @param last the same parameters, with only the last value of a repeated one
 */
export function markRepeated(all: unknown, last: unknown): void {
  if (Array.isArray(all) && !Array.isArray(last))
    Object.defineProperty(all, REPEATED, { value: true });
  if (isObject(all) && isObject(last))
    for (const [name, value] of Object.entries(all)) markRepeated(value, last[name]);
}

/** True for the values of one parameter that was sent several times. */
export const isRepeated = (sent: unknown): sent is unknown[] =>
  Array.isArray(sent) && REPEATED in sent;

/** Returns the value of a parameter that is no list: the last one of a repeated parameter. */
export const lastOf = (sent: unknown): unknown => (isRepeated(sent) ? sent.at(-1) : sent);

/** Like `lastOf`, for a field. */
export function readLast({ value, obj, key }: TransformFnParams): unknown {
  const sent = (obj as Record<string, unknown>)[key];
  return isRepeated(sent) ? sent.at(-1) : (value as unknown);
}

const PATHS = Symbol('paths');

/** A list with the path of each entry, if it is not its index. */
type InputList = readonly unknown[] & { [PATHS]?: readonly Path[] };

const withPaths = <T>(list: T[], paths: readonly Path[] | undefined): T[] =>
  Object.defineProperty(list, PATHS, { value: paths });

/**
 * Returns the path of an entry of an input list, below the field; empty for a value sent alone or in
 * comma-separated text.
 */
export const entryPath = (list: InputList, index: number): Path => list[PATHS]?.[index] ?? [index];

/** Returns the entries that satisfy `isFit`, with their original paths. */
export function fitting<T>(list: readonly T[], isFit: (entry: T) => boolean): readonly T[] {
  if (list.every(isFit)) return list;
  const fit = list.flatMap((entry, index) =>
    isFit(entry) ? [{ entry, path: entryPath(list, index) }] : [],
  );
  return withPaths(
    fit.map(({ entry }) => entry),
    fit.map(({ path }) => path),
  );
}

/** Maps each entry of a list, and keeps its path. */
export const readEach = <T, Read>(list: readonly T[], read: (entry: T) => Read): Read[] =>
  withPaths(list.map(read), (list as InputList)[PATHS]);
