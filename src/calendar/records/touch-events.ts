import type { RecordWriter } from '../../platform/changes';
import type { Transaction } from '../../platform/database';

/**
 * Notes in the log of changes that events change with the records that are linked to them, because
 * they come to show them, or no longer do. The links are locked first: an event that somebody else
 * publishes or hides meanwhile is noted as it is then.
 *
 * @param links the table of links to events; `key` is its column with the ids of the records
 * @param isHidden whether not everybody was shown the records
 */
export async function touchEvents(
  writer: RecordWriter,
  transaction: Transaction,
  { links, key }: { links: string; key: string },
  ids: readonly number[],
  isHidden = false,
): Promise<void> {
  if (ids.length === 0) return;
  const linked = await transaction.unionForUpdate<{ event_id: number }>(
    [`SELECT event_id FROM ${links} WHERE ${key} IN (${ids.map(() => '?').join(', ')})`],
    [...ids],
  );
  await writer.touch(
    transaction,
    'events',
    [...new Set(linked.map(({ event_id }) => event_id))],
    isHidden,
  );
}
