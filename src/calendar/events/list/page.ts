import type { Slice } from '../../../platform/http/listing';
import type { Database } from '../../../platform/storage/database';
import type { EventListQuery } from '../dto/event-list-query';
import { placeOf } from './counters/counted-starts';
import { isCounted, type Sources } from './event-sources';
import { isByStart } from './resolved-query';
import { applyWindow } from './rows/event-conditions';
import { inOrder, partsOf, union } from './rows/event-parts';
import type { Source } from './rows/lead-rows';

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

/**
 * Returns the ids of a page far from the beginning of a list. By start, counters give its position, so that
 * few of the rows before it are read.
 *
 * @param totals the numbers of events of the sources
 */
export async function readFarPage(
  database: Database,
  query: EventListQuery,
  { page, total }: Sources,
  totals: readonly number[],
  slice: Slice,
): Promise<number[]> {
  if (!isByStart({ query })) return readPage(database, page, query, slice);
  const { order = 'asc' } = query;
  const ahead = page.map((source, place) => ({
    source,
    total: totals[place],
    counted: total[place],
  }));
  if (order === 'desc') ahead.reverse();
  let { offset } = slice;
  while (ahead.length > 1 && offset >= ahead[0].total) {
    offset -= ahead[0].total;
    ahead.shift();
  }
  const [{ source, counted }] = ahead;
  const place = isCounted(counted)
    ? await placeOf(database, counted.list, counted.range, { order, offset })
    : undefined;
  if (place) {
    applyWindow(source, place.rest);
    offset -= place.passed;
  }
  return readPage(
    database,
    ahead.map(({ source }) => source),
    query,
    { ...slice, offset },
  );
}
