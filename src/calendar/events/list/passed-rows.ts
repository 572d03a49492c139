import type { Database } from '../../../platform/database';
import type { EventListQuery } from '../dto/event-list-query';
import { inOrder, keep, partsOf, type PlacedRow, union } from './event-parts';
import type { Source } from './event-source';

/** Rows of each part that are not worth two statements to pass them. */
const FEW = 10;
const TIMES_MAX = 4;
/** Where less of the rows is passed at a time, nearly all of the first ones are in one part. */
const SHARE_MIN = 0.25;

/**
 * Passes rows before a page of a list that is merged from parts: each part would have to give all of
 * them to the merging. Of a share of them in each part, those up to the first of the last rows are
 * before the page for certain, whichever parts they are in.
 *
 * @param offset how many rows are before the page
 * @returns how many of them are left: the sources begin behind the others
 */
export async function passRows(
  database: Database,
  sources: readonly Source[],
  query: EventListQuery,
  offset: number,
): Promise<number> {
  let left = offset;
  for (let time = 0; time < TIMES_MAX; time++) {
    const parts = partsOf(sources, query);
    const share = Math.floor(left / parts.length);
    if (parts.length === 1 || share < FEW) break;
    const lastOnes = parts.map((part) => part.limit(1).offset(share - 1));
    const last = await inOrder(union(database, sources, lastOnes), query)
      .addSelect('page.place', 'place')
      .limit(1)
      .getRawOne<PlacedRow>();
    if (!last) break;
    const passed = await countUpTo(database, sources, query, last);
    for (const source of sources) keep(source, query, 'behind', last);
    const isLittle = passed < left * SHARE_MIN;
    left -= passed;
    if (isLittle) break;
  }
  return left;
}

async function countUpTo(
  database: Database,
  sources: readonly Source[],
  query: EventListQuery,
  last: PlacedRow,
): Promise<number> {
  const passed = sources.map((source) => ({ ...source, rows: source.rows.clone() }));
  for (const source of passed) keep(source, query, 'upTo', last);
  const row = await union(database, passed, partsOf(passed, query))
    .select('COUNT(*)', 'passed')
    .getRawOne<{ passed: number | string }>();
  return Number(row?.passed ?? 0);
}
