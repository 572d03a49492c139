import { randomInt } from 'node:crypto';

/** Random for each process, so that nobody can construct keys with the same hash. */
const BASIS = randomInt(2 ** 32);

/**
 * Remembers recent keys, some thousands in a few hundred kilobytes. It stores their hashes: rarely,
 * a collision makes a new key look known.
 */
export class RecentKeys {
  private young = new Set<number>();
  private old = new Set<number>();

  /**
   * @param most number of keys; beyond it the older half is dropped
   */
  constructor(private readonly most = 16_384) {}

  has(key: string): boolean {
    const hash = hashOf(key);
    return this.young.has(hash) || this.old.has(hash);
  }

  add(key: string): void {
    if (this.young.size >= this.most / 2) {
      this.old = this.young;
      this.young = new Set();
    }
    this.young.add(hashOf(key));
  }
}

/** FNV-1a, 32 bits, with a random basis. */
function hashOf(text: string): number {
  let hash = BASIS;
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return hash;
}
