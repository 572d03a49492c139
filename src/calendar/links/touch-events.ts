import type { RecordWriter } from '../../platform/storage/changes';
import type { Transaction } from '../../platform/storage/database';
import { linkedEvents, type LinksToEvents } from './linked-events';

/**
 * Logs a change of the events linked to records that become visible or hidden in them. The links are locked
 * first: an event that is published or hidden concurrently is logged in its latest state.
 *
 * @param ids of the records
 * @param isHidden true if the records were not public
 */
export async function touchEvents(
  writer: RecordWriter,
  transaction: Transaction,
  tables: LinksToEvents,
  ids: readonly number[],
  isHidden = false,
): Promise<void> {
  for await (const events of linkedEvents(transaction, tables, ids))
    await writer.touch(transaction, 'events', events, isHidden);
}
