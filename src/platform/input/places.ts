import type { Path } from '../errors';

/** List → where its entries were sent; one that was sent alone, or in a text with commas, has no place. */
const places = new WeakMap<readonly unknown[], readonly Path[]>();

/** Notes that a list was read from one value, and not from a list. */
export function ofOneValue<T extends unknown[]>(list: T): T {
  places.set(
    list,
    list.map(() => []),
  );
  return list;
}

/** Where an entry of a list of the input was sent, below the field. */
export const placeOf = (list: readonly unknown[], index: number): Path =>
  places.get(list)?.[index] ?? [index];

/** The entries that are fit, which keep their places. */
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

/** What each entry is read as, in its place. */
export function readEach<T, Read>(list: readonly T[], read: (entry: T) => Read): Read[] {
  const entries = list.map(read);
  const known = places.get(list);
  if (known) places.set(entries, known);
  return entries;
}
