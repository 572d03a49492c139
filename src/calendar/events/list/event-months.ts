import type { SelectQueryBuilder, ObjectLiteral } from 'typeorm';
import type { Database } from '../../../platform/database';
import { monthOf } from '../event-span';
import { PARTS_MAX } from './event-leads';
import type { Source } from './event-source';
import type { EventWindow } from './event-window';

/** The indexes of events: all that are listed, and those of every month in each order. */
export const INDEXES = {
  start_date: 'ix_events_listed_start_id_end_utc',
  end_date: 'ix_events_listed_month_end_utc_id_listed_start',
  date: 'ix_events_listed_month_date_utc_id_listed_start_end_utc',
  modified: 'ix_events_listed_month_modified_utc_id_listed_start_end_utc',
  title: 'ix_events_listed_month_title_key_id_listed_start_end_utc',
  id: 'ix_events_listed_month_id_listed_start_end_utc',
};

export const inMonths = (
  { rows }: Source,
  months: readonly number[],
): SelectQueryBuilder<ObjectLiteral> =>
  rows.andWhere('event.listed_month IN (:...months)', { months });

/** The months in which events of a window start; undefined if there are too many. */
export async function monthsOf(
  database: Database,
  window: EventWindow,
): Promise<number[] | undefined> {
  const { startsFrom, startsAfter, startsUntil, startsBefore, endsBefore } = window;
  const edge = (bounds: (Date | undefined)[], pick: (...months: number[]) => number): number =>
    pick(...bounds.flatMap((bound) => (bound ? [monthOf(bound)] : [])));
  let first = edge([startsFrom, startsAfter], Math.max);
  let last = edge([startsUntil, startsBefore, endsBefore], Math.min);
  if (!(last - first < PARTS_MAX)) {
    // For MIN and MAX of what is not null, MariaDB reads all of the index.
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
  if (last - first >= PARTS_MAX) return undefined;
  return Array.from({ length: Math.max(last - first + 1, 1) }, (_, place) => first + place);
}
