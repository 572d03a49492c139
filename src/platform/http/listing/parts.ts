/** Maximum octets of the records in one part of a page, unless a single record is larger. */
const PART_OCTETS = 2 * 1024 * 1024;

/** Consecutive records of a page that are in memory together. */
export interface Part<T> {
  /** The number of records when the page was read; records deleted before loading are missing. */
  count: number;
  /** The approximate size as JSON in UTF-8. */
  octets: number;
  load: () => Promise<readonly T[]>;
}

/**
 * The records of a page, in parts of limited size. A part is loaded after the client has received
 * the previous one, so that a page may be larger than the memory.
 */
export class Parts<T> {
  private constructor(readonly parts: readonly Part<T>[]) {}

  /** The approximate size of the largest part: how much of the page is in memory at once. */
  get octets(): number {
    return Math.max(0, ...this.parts.map(({ octets }) => octets));
  }

  /** True when the page is small enough to be in memory as a whole. */
  get isSmall(): boolean {
    return this.parts.length <= 1 && this.octets <= PART_OCTETS;
  }

  /** The records of all parts. */
  async all(): Promise<T[]> {
    const items: T[] = [];
    for (const part of this.parts) items.push(...(await part.load()));
    return items;
  }

  /** Returns the same page with each record mapped. */
  map<U>(make: (record: T) => U): Parts<U> {
    return new Parts(
      this.parts.map(({ count, octets, load }) => ({
        count,
        octets,
        load: async () => (await load()).map(make),
      })),
    );
  }

  /** Returns a page whose records are all in memory. */
  static of<T>(items: readonly T[]): Parts<T> {
    return new Parts([{ count: items.length, octets: 0, load: () => Promise.resolve(items) }]);
  }

  /**
   * Splits the records of a page into parts.
   *
   * @param octetsOf returns the approximate size of a record as JSON
   * @param load loads the records of one part; `isWhole` if the part is the whole page
   */
  static by<Item, T>(
    items: readonly Item[],
    octetsOf: (item: Item) => number,
    load: (items: readonly Item[], isWhole: boolean) => Promise<readonly T[]>,
  ): Parts<T> {
    const groups: { items: Item[]; octets: number }[] = [];
    for (const item of items) {
      const octets = octetsOf(item);
      const last = groups.at(-1);
      if (last && last.octets + octets <= PART_OCTETS) {
        last.items.push(item);
        last.octets += octets;
      } else groups.push({ items: [item], octets });
    }
    return new Parts(
      groups.map((group) => ({
        count: group.items.length,
        octets: group.octets,
        load: () => load(group.items, groups.length === 1),
      })),
    );
  }
}
