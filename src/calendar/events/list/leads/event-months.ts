import type { SelectQueryBuilder, ObjectLiteral } from 'typeorm';
import type { Database } from '../../../../platform/storage/database';
import { endOfMonth, monthOf, startOfMonth } from '../../event-span';
import { monthsOfStarts } from '../counters/counted-starts';
import type { EventWindow } from '../event-window';
import type { Source } from '../rows/event-source';
import { FEW, PARTS_MAX } from './event-leads';

/** The most months that are read one by one: SQLite merges up to 500 parts. */
const MONTHS_MAX = 480;

export const inMonths = (
  { rows }: Source,
  months: readonly number[],
): SelectQueryBuilder<ObjectLiteral> =>
  rows.andWhere('event.listed_month IN (:...months)', { months });

/** Returns the months in which events of a window start; undefined if sorting all events is cheaper. */
export async function monthsOf(
  database: Database,
  { startsFrom, startsAfter, startsUntil, startsBefore, endsBefore }: EventWindow,
): Promise<number[] | undefined> {
  const edge = (bounds: (Date | undefined)[], pick: (...months: number[]) => number): number =>
    pick(...bounds.flatMap((bound) => (bound ? [monthOf(bound)] : [])));
  let first = edge([startsFrom, startsAfter], Math.max);
  let last = edge([startsUntil, startsBefore, endsBefore], Math.min);
  if (!(last - first < PARTS_MAX)) {
    // For MIN and MAX over values that are not null, MariaDB reads the whole index.
    const bound = (direction: 'ASC' | 'DESC'): string =>
      `(SELECT month.listed_month FROM events month WHERE month.listed_month IS NOT NULL
        ORDER BY month.listed_month ${direction} LIMIT 1)`;
    const known = await database
      .selectFrom(`SELECT ${bound('ASC')} AS first, ${bound('DESC')} AS last`, 'months')
      .select(['months.first AS first', 'months.last AS last'])
      .getRawOne<{ first: number | null; last: number | null }>();
    first = Math.max(first, known?.first ?? 0);
    last = Math.min(last, known?.last ?? 0);
  }
  if (last - first >= PARTS_MAX) return monthsBetween(database, first, last);
  return Array.from({ length: Math.max(last - first + 1, 1) }, (_, place) => first + place);
}

/**
 * Returns the months that have events. One event with a mistyped year extends the range by many empty months.
 */
async function monthsBetween(
  database: Database,
  first: number,
  last: number,
): Promise<number[] | undefined> {
  const range = { from: startOfMonth(first), until: endOfMonth(last) };
  const found = await monthsOfStarts(database, { ...range, most: MONTHS_MAX + 1 });
  const isFew = found.reduce((sum, { events }) => sum + events, 0) <= FEW.byOthers;
  if (found.length > (isFew ? PARTS_MAX : MONTHS_MAX)) return undefined;
  return found.length === 0 ? [first] : found.map(({ start }) => monthOf(start));
}
