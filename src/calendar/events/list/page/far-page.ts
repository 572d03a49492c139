import type { Slice } from '../../../../platform/http/listing';
import type { Database } from '../../../../platform/storage/database';
import { countedRanges } from '../counters/counted-list';
import { placeOf } from '../counters/counted-starts';
import type { Sources } from '../event-sources';
import { applyWindow } from '../rows/event-conditions';
import type { Wanted } from '../rows/event-source';
import { passRows } from './passed-rows';
import { readPage } from './read-page';

/**
 * Returns the ids of a page far from the beginning of a list. The counters of the list, or `passRows`, give
 * its position, so that few of the rows before it are read.
 *
 * @param totals the numbers of events of the sources
 */
export async function readFarPage(
  database: Database,
  wanted: Wanted,
  { page }: Sources,
  totals: readonly number[],
  slice: Slice,
): Promise<number[]> {
  const { query } = wanted;
  const { orderby = 'start_date', order = 'asc' } = query;
  const ranges = countedRanges(wanted).map((counted) =>
    // The counters of several venues count links, not events, per period.
    counted?.list.repeats ? undefined : counted,
  );
  if (orderby !== 'start_date' || !ranges.some(Boolean)) {
    const offset = await passRows(database, page, query, slice.offset);
    return readPage(database, page, query, { ...slice, offset });
  }
  const ahead = page.map((source, place) => ({
    source,
    total: totals[place],
    counted: ranges[place],
  }));
  if (order === 'desc') ahead.reverse();
  let { offset } = slice;
  while (ahead.length > 1 && offset >= ahead[0].total) {
    offset -= ahead[0].total;
    ahead.shift();
  }
  const [{ source, counted }] = ahead;
  const place =
    counted && (await placeOf(database, counted.list, counted.range, { order, offset }));
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
