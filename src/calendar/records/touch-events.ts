import type { RecordWriter } from '../../platform/changes';
import type { Transaction } from '../../platform/database';

/**
 * Notes in the log of changes that events change with the records that are linked to them, because
 * they come to show them, or no longer do.
 *
 * @param links the table of links to events; `key` is its column with the ids of the records
 */
export async function touchEvents(
  writer: RecordWriter,
  transaction: Transaction,
  { links, key }: { links: string; key: string },
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const { rows: linked } = await transaction.run<{ event_id: number }>(
    `SELECT DISTINCT event_id FROM ${links} WHERE ${key} IN (${ids.map(() => '?').join(', ')})`,
    ids,
  );
  await writer.touch(
    transaction,
    'events',
    linked.map(({ event_id }) => event_id),
  );
}
