/** Generates pseudorandom numbers: the same seed gives the same sequence. */
export class Random {
  constructor(private state: number) {}

  /** From 0 (inclusive) to 1 (exclusive), by the algorithm mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Both values are inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.between(0, from.length - 1)];
  }

  /** Returns distinct elements in random order. */
  sample<T>(from: readonly T[], count: number): T[] {
    const rest = [...from];
    for (let index = 0; index < Math.min(count, rest.length); index++) {
      const other = this.between(index, rest.length - 1);
      [rest[index], rest[other]] = [rest[other], rest[index]];
    }
    return rest.slice(0, count);
  }
}
