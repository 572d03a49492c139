import { randomInt } from 'node:crypto';

/** Another one in each process, so that nobody can compute two keys that are taken for one. */
const BASIS = randomInt(2 ** 32);

/**
 * Remembers keys that came lately, some thousands in a few hundred kilobytes. It keeps their hashes:
 * rarely it takes a new key for one that it knows.
 */
export class Sightings {
  private young = new Set<number>();
  private old = new Set<number>();

  /** @param most keys after which the older half is forgotten */
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

/** FNV-1a, 32 bits, from a basis of our own. */
function hashOf(text: string): number {
  let hash = BASIS;
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return hash;
}
