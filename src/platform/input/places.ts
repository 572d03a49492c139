import type { Path } from '../foundation/errors';

/**
 * List → the path of each entry below the field; empty for a value sent alone or in comma-separated
 * text.
 */
const places = new WeakMap<readonly unknown[], readonly Path[]>();

/** Records that a list was parsed from a single value. */
export function ofOneValue<T extends unknown[]>(list: T): T {
  places.set(
    list,
    list.map(() => []),
  );
  return list;
}

/** Returns the path of an entry of an input list, below the field. */
export const placeOf = (list: readonly unknown[], index: number): Path =>
  places.get(list)?.[index] ?? [index];

/** Returns the entries that satisfy `isFit`, with their original paths. */
export function fitting<T>(list: readonly T[], isFit: (entry: T) => boolean): readonly T[] {
  if (list.every(isFit)) return list;
  const kept = list.flatMap((entry, index) =>
    isFit(entry) ? [{ entry, place: placeOf(list, index) }] : [],
  );
  const entries = kept.map(({ entry }) => entry);
  places.set(
    entries,
    kept.map(({ place }) => place),
  );
  return entries;
}

/** Maps each entry of a list, and keeps its path. */
export function readEach<T, Read>(list: readonly T[], read: (entry: T) => Read): Read[] {
  const entries = list.map(read);
  const known = places.get(list);
  if (known) places.set(entries, known);
  return entries;
}
