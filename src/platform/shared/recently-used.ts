/**
 * Values by key, with a limit on their total size (LRU): the least recently used value is evicted
 * first.
 */
export class RecentlyUsed<Key, Value> {
  /** Ordered by use, the least recently used first. */
  private readonly entries = new Map<Key, { value: Value; taken: number }>();
  /** The total size of all values. */
  taken = 0;
  evictions = 0;

  /**
   * @param takenMax the maximum total size, in the unit of `set`
   * @param sizeMax the maximum number of values
   */
  constructor(
    private readonly takenMax: number,
    private readonly sizeMax = Infinity,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  /** Returns true for a stored key; this does not count as a use. */
  has(key: Key): boolean {
    return this.entries.has(key);
  }

  get(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /**
   * @param taken the size of the value; with the default of 1, `takenMax` is a number of values
   */
  set(key: Key, value: Value, taken = 1): void {
    this.delete(key);
    if (taken > this.takenMax) return;
    this.entries.set(key, { value, taken });
    this.taken += taken;
    for (const oldest of this.entries.keys()) {
      if (this.taken <= this.takenMax && this.size <= this.sizeMax) break;
      this.delete(oldest);
      this.evictions++;
    }
  }

  clear(): void {
    this.entries.clear();
    this.taken = 0;
  }

  private delete(key: Key): void {
    this.taken -= this.entries.get(key)?.taken ?? 0;
    this.entries.delete(key);
  }
}
