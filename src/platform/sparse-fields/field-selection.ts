/** Which keys of an object are answered; `whole` where all of them are. */
interface Selection {
  whole: boolean;
  keys: Map<string, Selection>;
}

const nothing = (): Selection => ({ whole: false, keys: new Map() });

/**
 * Reads `_fields`: a CSV of keys from the root of the answer, `venue.city` for inner ones; a key
 * that stands alone means all of it, whatever else is named inside.
 *
 * @returns undefined when no key is named
 */
export function readFields(fields: string): Selection | undefined {
  const root = nothing();
  for (const path of fields.split(',')) {
    let level = root;
    for (const key of path.trim().split('.').filter(Boolean)) {
      const inner = level.keys.get(key) ?? nothing();
      level.keys.set(key, inner);
      level = inner;
    }
    if (level !== root) level.whole = true;
  }
  return root.keys.size > 0 ? root : undefined;
}

/** Keeps the selected keys only; arrays are looked through. */
export function pick(value: unknown, selection: Selection): unknown {
  if (selection.whole) return value;
  if (Array.isArray(value)) return value.map((entry) => pick(entry, selection));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const selected = selection.keys.get(key);
      return selected ? [[key, pick(inner, selected)]] : [];
    }),
  );
}
