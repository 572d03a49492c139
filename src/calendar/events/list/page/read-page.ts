import type { Slice } from '../../../../platform/http/listing';
import type { Database } from '../../../../platform/storage/database';
import type { EventListQuery } from '../../dto/event-list-query';
import { inOrder, partsOf, union } from '../rows/event-parts';
import type { Source } from '../rows/lead-rows';

/** Returns the event ids of one page, in the order of the list. */
export async function readPage(
  database: Database,
  sources: readonly Source[],
  query: EventListQuery,
  { limit, offset }: Slice,
): Promise<number[]> {
  const parts = partsOf(sources, query);
  const limited = parts.map((part) => part.limit(limit + offset));
  const page = parts.length === 1 ? parts[0] : inOrder(union(database, sources, limited), query);
  const ids = await database.rowsOf<{ id: number }>(page.limit(limit).offset(offset));
  return ids.map(({ id }) => id);
}
