import type { RecordWriter } from '../../platform/changes';
import type { Transaction } from '../../platform/database';
import { linkedEvents, type LinksToEvents } from './linked-events';

/**
 * Notes in the log of changes that events change with the records that are linked to them, because
 * they come to show them, or no longer do. The links are locked first: an event that somebody else
 * publishes or hides meanwhile is noted as it is then.
 *
 * @param ids of the records
 * @param isHidden whether not everybody was shown the records
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
