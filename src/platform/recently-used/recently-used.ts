/** Values by their keys, bounded by what they take together: the least recently used one leaves first. */
export class RecentlyUsed<Key, Value> {
  /** The least recently used one is the first. */
  private readonly entries = new Map<Key, { value: Value; taken: number }>();
  private takenByAll = 0;
  private left = 0;

  /**
   * @param takenMax what all values take together at most, in the unit of `set`
   * @param sizeMax the greatest number of values
   */
  constructor(
    private readonly takenMax: number,
    private readonly sizeMax = Infinity,
  ) {}

  /** What all values take together. */
  get taken(): number {
    return this.takenByAll;
  }

  get size(): number {
    return this.entries.size;
  }

  /** The number of values that have left for others. */
  get evictions(): number {
    return this.left;
  }

  /** Whether there is a value, which is not used by that. */
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

  /** @param taken what the value takes; of 1 each, `takenMax` is a number of values */
  set(key: Key, value: Value, taken = 1): void {
    this.delete(key);
    if (taken > this.takenMax) return;
    this.entries.set(key, { value, taken });
    this.takenByAll += taken;
    for (const oldest of this.entries.keys()) {
      if (this.takenByAll <= this.takenMax && this.size <= this.sizeMax) break;
      this.delete(oldest);
      this.left++;
    }
  }

  clear(): void {
    this.entries.clear();
    this.takenByAll = 0;
  }

  private delete(key: Key): void {
    this.takenByAll -= this.entries.get(key)?.taken ?? 0;
    this.entries.delete(key);
  }
}
