import { batchesOf } from './batches-of';
import type { Transaction } from './transaction';

/** Maximum values of one statement; SQLite allows 32,766. */
const VALUES_MAX = 10_000;

/** A table of counts: what is counted is its primary key, and the number its column `count`. */
export interface CountTable {
  table: string;
  key: readonly string[];
}

/**
 * Adds to counts, and makes the rows that are missing, some thousand in one statement. Who writes
 * them in one order causes no deadlocks.
 *
 * @param rows the values of the key, and at last what is added, which may be negative
 */
export async function addToCounts(
  transaction: Transaction,
  { table, key }: CountTable,
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const adding = transaction.orUpdate(key, ['count'], (stored, added) => `${stored} + ${added}`);
  const row = `(${key.map(() => '?, ').join('')}?)`;
  const most = Math.floor(VALUES_MAX / (key.length + 1));
  for (const batch of batchesOf(rows, most)) {
    await transaction.run(
      `INSERT INTO ${table} (${key.join(', ')}, count)
       VALUES ${batch.map(() => row).join(', ')} ${adding}`,
      batch.flat(),
    );
  }
}
