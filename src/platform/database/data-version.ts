import { Injectable } from '@nestjs/common';
import { SHARDS } from './create-data-versions.migration';
import { Database } from './database';
import type { Transaction } from './transaction';

/** Sums stay exact as numbers for billions of writes. */
const STEP_MAX = 2 ** 20;

/**
 * The rows of a sharded sum: a transaction adds to a row that no other transaction of this process holds, so
 * that writers do not wait. With few writers it is the same row again; other processes most likely begin with
 * another one.
 */
export class Shards {
  private readonly free: number[];

  constructor(private readonly count: number) {
    const first = Math.floor(Math.random() * count);
    this.free = Array.from({ length: count }, (_, index) => (first + index) % count);
  }

  /** Returns a row that this transaction holds until it ends; a random one when none is free. */
  takeFor(transaction: Transaction): number {
    const shard = this.free.shift();
    if (shard === undefined) return Math.floor(Math.random() * this.count);
    transaction.onEnd(() => this.free.unshift(shard));
    return shard;
  }
}

/**
 * The version of all data that responses show. It changes with every commit that raised it, in any process.
 * It is a sum of rows, of which a transaction raises one, so that writers do not wait
 * (docs/decisions/0009-cache.md).
 */
@Injectable()
export class DataVersion {
  private readonly shards = new Shards(SHARDS);
  private readonly raised = new WeakSet<Transaction>();

  constructor(private readonly database: Database) {}

  /** The last statement of the transaction. */
  raise(transaction: Transaction): void {
    if (this.raised.has(transaction)) return;
    this.raised.add(transaction);
    transaction.lastOfAll(async () => {
      const shard = this.shards.takeFor(transaction);
      // Random, so that a database restored from a backup never reaches the same sum with other data.
      const step = 1 + Math.floor(Math.random() * STEP_MAX);
      await transaction.run('UPDATE data_versions SET version = version + ? WHERE shard = ?', [
        step,
        shard,
      ]);
    });
  }

  /**
   * Reads the committed version. Data selected after a read of the same version is still valid.
   *
   * @returns undefined when rows of the table are missing
   */
  async read(): Promise<string | undefined> {
    const [{ version, shards }] = await this.database.rows<{
      version: string | number;
      shards: number;
    }>('SELECT SUM(version) AS version, COUNT(*) AS shards FROM data_versions');
    return shards === SHARDS ? String(version) : undefined;
  }
}
