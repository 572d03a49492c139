import { Injectable } from '@nestjs/common';
import { Database } from './database';
import { DATA_VERSIONS, SHARDS, STEP_MAX } from './data-versions';
import { Shards } from './shards';
import type { Transaction } from './transaction';

/**
 * The version of everything that answers show: it is another one after every commit that raised it,
 * whichever process or command has written. It is the sum of the rows of a table; a transaction
 * raises one of them, so that writers do not wait for each other (docs/decisions/0009-cache.md).
 */
@Injectable()
export class DataVersion {
  private readonly shards = new Shards(SHARDS);
  private readonly raised = new WeakSet<Transaction>();

  constructor(private readonly database: Database) {}

  /** Raises the version when the transaction commits, as its last statement. */
  raise(transaction: Transaction): void {
    if (this.raised.has(transaction)) return;
    this.raised.add(transaction);
    transaction.lastOfAll(async () => {
      const shard = this.shards.takeFor(transaction);
      // A random step: a database that is restored from a copy never comes to the same sum again
      // with other data.
      const step = 1 + Math.floor(Math.random() * STEP_MAX);
      await transaction.run(`UPDATE ${DATA_VERSIONS} SET version = version + ? WHERE shard = ?`, [
        step,
        shard,
      ]);
    });
  }

  /**
   * The version that is committed now, read from the server that `Database.select` reads from. What
   * is selected afterwards is at least as new; what was selected after an earlier reading of the same
   * version is still right.
   *
   * @returns undefined when it cannot be told, because rows of the table are missing
   */
  async read(): Promise<string | undefined> {
    const [{ version, shards }] = await this.database.rows<{
      version: string | number | null;
      shards: string | number;
    }>(`SELECT SUM(version) AS version, COUNT(*) AS shards FROM ${DATA_VERSIONS}`);
    return Number(shards) === SHARDS ? String(version) : undefined;
  }
}
