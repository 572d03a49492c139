/** Octets of records that one part of a page holds at most, unless a single record has more. */
const PART_OCTETS = 2 * 1024 * 1024;

/** Consecutive records of a page, which are in memory together. */
export interface Part<T> {
  /** How large they are as JSON in UTF-8, about. */
  octets: number;
  load: () => Promise<readonly T[]>;
}

/**
 * The records of a page, in parts of a bounded size: each is loaded when the one before it has been
 * taken by the client, so that a page may be larger than the memory there is.
 */
export class Parts<T> {
  private constructor(readonly parts: readonly Part<T>[]) {}

  /** How large the largest part is, about: what of the page is in memory at once. */
  get octets(): number {
    return Math.max(0, ...this.parts.map(({ octets }) => octets));
  }

  /** Whether the page is small enough to be in memory as a whole. */
  get isSmall(): boolean {
    return this.parts.length <= 1 && this.octets <= PART_OCTETS;
  }

  /** The records of all parts. */
  async all(): Promise<T[]> {
    const items: T[] = [];
    for (const part of this.parts) items.push(...(await part.load()));
    return items;
  }

  /** A page whose records are all there. */
  static of<T>(items: readonly T[]): Parts<T> {
    return new Parts([{ octets: 0, load: () => Promise.resolve(items) }]);
  }

  /**
   * @param octetsOf how large a record will be as JSON, about
   * @param load makes the records of one part; `isWhole` where this is all of the page
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
        octets: group.octets,
        load: () => load(group.items, groups.length === 1),
      })),
    );
  }
}
