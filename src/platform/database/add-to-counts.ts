import { batchesOf } from './batches-of';
import type { Transaction } from './transaction';

/** SQLite allows 32,766. */
const VALUES_MAX = 10_000;

/** The primary key identifies the counted record; the column `count` has the number. */
export interface CountTable {
  table: string;
  key: readonly string[];
}

/**
 * Adds to counts, and inserts missing rows. Writers that use the same row order cause no deadlocks.
 *
 * @param rows the values of the key, then the number to add, which may be negative
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
