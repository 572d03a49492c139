import { Injectable } from '@nestjs/common';
import { SHARDS } from './create-data-versions.migration';
import { Database } from './database';
import type { Transaction } from './transaction';

/** Sums stay exact as numbers for billions of writes. */
const STEP_MAX = 2 ** 20;

const allFrom = (first: number): number[] =>
  Array.from({ length: SHARDS }, (_, index) => (first + index) % SHARDS);
const randomShard = (): number => Math.floor(Math.random() * SHARDS);

/**
 * The version of all data that responses show. It changes with every commit that raised it, in any process.
 * It is a sum of rows, of which a transaction raises one, so that writers do not wait
 * (docs/decisions/0009-cache.md).
 */
@Injectable()
export class DataVersion {
  /** Rows that no transaction of this process holds. Other processes most likely begin with another one. */
  private readonly free = allFrom(randomShard());
  private readonly raised = new WeakSet<Transaction>();

  constructor(private readonly database: Database) {}

  /** The last statement of the transaction. */
  raise(transaction: Transaction): void {
    if (this.raised.has(transaction)) return;
    this.raised.add(transaction);
    transaction.lastOfAll(async () => {
      const shard = this.takeShard(transaction);
      // Random, so that a database restored from a backup never reaches the same sum with other data.
      const step = 1 + Math.floor(Math.random() * STEP_MAX);
      await transaction.run('UPDATE data_versions SET version = version + ? WHERE shard = ?', [
        step,
        shard,
      ]);
    });
  }

  /** With few writers, it is the same row again. */
  private takeShard(transaction: Transaction): number {
    const shard = this.free.shift();
    if (shard === undefined) return randomShard();
    transaction.onEnd(() => this.free.unshift(shard));
    return shard;
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
