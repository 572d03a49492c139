import type { Transaction } from './transaction';

/**
 * The numbers of the rows of which a sum is made, so that writers do not wait for each other: each
 * transaction adds to a row that no other transaction of this process holds. Where few write at a
 * time it is the same row again; other processes begin with another one, more likely than not.
 */
export class Shards {
  private readonly free: number[];

  constructor(private readonly count: number) {
    const first = Math.floor(Math.random() * count);
    this.free = Array.from({ length: count }, (_, place) => (first + place) % count);
  }

  /** A row that the transaction alone holds until it ends; any of them when none is free. */
  takeFor(transaction: Transaction): number {
    const shard = this.free.shift();
    if (shard === undefined) return Math.floor(Math.random() * this.count);
    transaction.onEnd(() => this.free.unshift(shard));
    return shard;
  }
}
