/** What an entry takes besides its own texts and bytes. */
const ENTRY_BYTES = 1000;

interface Sized {
  /** What it takes in memory, about. */
  readonly bytes: number;
}

/** Entries by their keys, bounded by what they take together: the least recently used leaves first. */
export class KeptAnswers<T extends Sized> {
  /** The least recently used one is the first. */
  private readonly entries = new Map<string, T>();
  private taken = 0;
  private left = 0;

  constructor(private readonly bytesMax: number) {}

  get bytes(): number {
    return this.taken;
  }

  get size(): number {
    return this.entries.size;
  }

  /** The number of entries that have left for others. */
  get evictions(): number {
    return this.left;
  }

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: T): void {
    this.remove(key);
    this.entries.set(key, entry);
    this.taken += bytesOf(key, entry);
    for (const [oldest] of this.entries) {
      if (this.taken <= this.bytesMax) break;
      this.remove(oldest);
      this.left++;
    }
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.taken -= bytesOf(key, entry);
  }
}

const bytesOf = (key: string, { bytes }: Sized): number => key.length + bytes + ENTRY_BYTES;
