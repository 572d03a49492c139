type Selection = Map<string, Selection>;

/** Reads `_fields`: a CSV of keys from the root of the answer, `venue.city` for inner ones. */
export function readFields(fields: string): Selection {
  const root: Selection = new Map();
  for (const path of fields.split(',')) {
    let level = root;
    for (const key of path.trim().split('.')) {
      if (key === '') continue;
      const inner = level.get(key) ?? (new Map() as Selection);
      level.set(key, inner);
      level = inner;
    }
  }
  return root;
}

/** Keeps the selected keys only; arrays are looked through. */
export function pick(value: unknown, selection: Selection): unknown {
  if (selection.size === 0) return value;
  if (Array.isArray(value)) return value.map((entry) => pick(entry, selection));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => selection.has(key))
      .map(([key, inner]) => [key, pick(inner, selection.get(key) ?? (new Map() as Selection))]),
  );
}
