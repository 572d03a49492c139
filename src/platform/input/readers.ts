import { LIST_MAX } from './declared';

/**
 * How values are written on the wire (docs/interface.md#values). A reader turns a spelling it knows
 * into its value and hands everything else back as it came, for the validation rules to refuse. It
 * looks at the length first: what is too long to be right is not read at all.
 */

/** Longer than any number or truth value is written, blanks included. */
const WORD_MAX = 100;

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);
/** How truth values are spelt as texts. */
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

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= WORD_MAX;

/**
 * One value, CSV with spaces, or an array; empty parts are dropped. Of more than `max` parts, the
 * empty ones included, one more than that comes back as it is.
 */
export function readList(value: unknown, max = LIST_MAX): unknown[] {
  const parts: unknown[] =
    typeof value === 'string' ? value.split(',', max + 1) : [value].flat().slice(0, max + 1);
  if (parts.length > max) return parts;
  return parts
    .map((part) => (typeof part === 'string' ? part.trim() : part))
    .filter((part) => part !== '');
}

/** What clears a field in a body: an explicit null, or an empty text (docs/interface.md#merges). */
export function readCleared(value: unknown): unknown {
  return value === '' ? null : value;
}
