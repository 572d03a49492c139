import { batchesOf } from './batches-of';
import type { Transaction } from './transaction';

/** Maximum values per statement; SQLite allows 32,766. */
const VALUES_MAX = 10_000;

/**
 * A table of counts: the primary key names the counted thing, and the column `count` holds the
 * number.
 */
export interface CountTable {
  table: string;
  key: readonly string[];
}

/**
 * Adds to counts, and inserts the missing rows, some thousand per statement. Writers that use the
 * same row order cause no deadlocks.
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
