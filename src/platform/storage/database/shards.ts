import type { Transaction } from './transaction';

/**
 * The row numbers of a sharded sum, so that writers do not wait for each other: each transaction
 * adds to a row that no other transaction of this process holds. With few concurrent writers it is
 * the same row again; other processes most likely begin with another one.
 */
export class Shards {
  private readonly free: number[];

  constructor(private readonly count: number) {
    const first = Math.floor(Math.random() * count);
    this.free = Array.from({ length: count }, (_, place) => (first + place) % count);
  }

  /**
   * Returns a row that this transaction holds alone until it ends; a random one when none is free.
   */
  takeFor(transaction: Transaction): number {
    const shard = this.free.shift();
    if (shard === undefined) return Math.floor(Math.random() * this.count);
    transaction.onEnd(() => this.free.unshift(shard));
    return shard;
  }
}
