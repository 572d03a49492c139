/**
 * How values are written on the wire (contract §2). A reader turns a spelling it knows into its
 * value and hands everything else back as it came, for the validation rules to refuse.
 */

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

export function readBoolean(value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const word = String(value).trim().toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : value;
}

export function readInteger(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d{1,16}\s*$/.test(value) ? Number(value) : value;
}

export function readNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(value)
    ? Number(value)
    : value;
}

/** One value, CSV with spaces, or an array; empty parts are dropped. */
export function readList(value: unknown): unknown[] {
  const parts: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
  return parts
    .map((part) => (typeof part === 'string' ? part.trim() : part))
    .filter((part) => part !== '');
}

/** What clears a field in a body: an explicit null, or an empty text (contract §5). */
export function readCleared(value: unknown): unknown {
  return value === '' ? null : value;
}
