import { RecentlyUsed } from '../recently-used';

/** What an entry takes besides its own texts and bytes. */
const ENTRY_BYTES = 1000;

interface Sized {
  /** What it takes in memory, about. */
  readonly bytes: number;
}

/** Entries by their keys, bounded by what they take together: the least recently used leaves first. */
export class KeptAnswers<T extends Sized> extends RecentlyUsed<string, T> {
  override set(key: string, entry: T): void {
    super.set(key, entry, key.length + entry.bytes + ENTRY_BYTES);
  }
}
