import { RecentlyUsed } from '../../foundation/reuse';

/** The overhead of an entry, besides its own texts and bytes. */
const ENTRY_BYTES = 1000;

interface Sized {
  /** The approximate size in memory. */
  readonly bytes: number;
}

/** Entries by key, with a limit on their total size; the least recently used is evicted first. */
export class CachedAnswers<T extends Sized> extends RecentlyUsed<string, T> {
  override set(key: string, entry: T): void {
    super.set(key, entry, key.length + entry.bytes + ENTRY_BYTES);
  }
}
