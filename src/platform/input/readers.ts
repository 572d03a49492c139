import { DateInput } from '../foundation/dates';
import { type Fault, fault } from '../foundation/errors';
import { LIST_MAX } from './declared';
import { fitting, ofOneValue, readEach } from './places';

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
  return ofOneValue(typeof value === 'string' ? value.split(',', max) : [value]);
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
