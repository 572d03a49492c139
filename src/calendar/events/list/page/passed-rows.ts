import type { Database } from '../../../../platform/storage/database';
import type { EventListQuery } from '../../dto/event-list-query';
import { inOrder, keep, partsOf, type PlacedRow, union } from '../rows/event-parts';
import type { Source } from '../rows/event-source';

/** The fewest rows for which two more statements pay off. */
const PASSED_MIN = 100;
const TIMES_MAX = 4;
/** The share of the remaining rows that is distributed by where rows were passed before; the rest is even. */
const AGAIN = 0.75;

/**
 * Skips rows before a page of a list that is merged from parts. Without it, each part returns all of these
 * rows to the merge. Each part is read up to a share of the offset. All rows up to the smallest of the last
 * rows precede the page, whatever part they are in. The next shares are larger in the parts in which rows
 * were skipped: ordered by end, nearly all of them are in one month.
 *
 * @param offset the number of rows before the page
 * @returns the number of rows left to skip; the sources then begin after the skipped rows
 */
export async function passRows(
  database: Database,
  sources: readonly Source[],
  query: EventListQuery,
  offset: number,
): Promise<number> {
  let left = offset;
  let passed = new Map<number, number>();
  for (let time = 0; time < TIMES_MAX && left >= PASSED_MIN; time++) {
    const parts = partsOf(sources, query);
    if (parts.length === 1 || left < parts.length) break;
    const shares = sharesOf(parts.length, left, passed);
    const lastOnes = parts.map((part, place) => part.limit(1).offset(shares[place] - 1));
    const last = await inOrder(union(database, sources, lastOnes), query)
      .addSelect('page.place', 'place')
      .limit(1)
      .getRawOne<PlacedRow>();
    if (!last) break;
    passed = await countInParts(database, sources, query, last);
    for (const source of sources) keep(source, query, 'behind', last);
    left -= sum(passed);
  }
  return left;
}

/** Returns the number of rows to read of each part: at least one, and no more than `left` in total. */
function sharesOf(parts: number, left: number, passed: ReadonlyMap<number, number>): number[] {
  const all = sum(passed);
  return Array.from({ length: parts }, (_, place) => {
    const even = 1 / parts;
    const again = all === 0 ? even : (passed.get(place) ?? 0) / all;
    return 1 + Math.floor((left - parts) * (AGAIN * again + (1 - AGAIN) * even));
  });
}

const sum = (numbers: ReadonlyMap<number, number>): number =>
  [...numbers.values()].reduce((all, one) => all + one, 0);

/** Counts the rows up to a row by part. A row that is in several parts counts in the first. */
async function countInParts(
  database: Database,
  sources: readonly Source[],
  query: EventListQuery,
  last: PlacedRow,
): Promise<Map<number, number>> {
  const upTo = sources.map((source) => ({ ...source, rows: source.rows.clone() }));
  for (const source of upTo) keep(source, query, 'upTo', last);
  const parts = partsOf(upTo, query).map((part, place) => part.addSelect(String(place), 'part'));
  const rows = union(database, upTo, parts).addSelect('MIN(page.part)', 'part').groupBy('page.id');
  const counts = await database
    .selectFrom(rows.getQuery(), 'passed')
    .select(['passed.part AS part', 'COUNT(*) AS number'])
    .setParameters(rows.getParameters())
    .groupBy('passed.part')
    .getRawMany<{ part: number | string; number: number | string }>();
  return new Map(counts.map(({ part, number }) => [Number(part), Number(number)]));
}
