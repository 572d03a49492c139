import type { Database } from '../../../../platform/storage/database';
import { endOfMonth, startOfMonth } from '../../event-span';
import { countUpTo } from '../leads/count-up-to';
import { FEW, isByStart, isSimple, PARTS_MAX } from '../leads/event-leads';
import { inMonths, monthsOf } from '../leads/event-months';
import { complete } from '../rows/event-conditions';
import { BY_ORDER } from '../rows/event-indexes';
import { type Lead, type Source, type Wanted, withoutFilters } from '../rows/event-source';

/**
 * Returns the source of a page: the rows of a lead, as a whole or in parts that are in the order of the list.
 */
export async function pageSource(
  database: Database,
  wanted: Wanted,
  lead: Lead,
  isFew: boolean,
): Promise<Source> {
  const isLink = typeof lead === 'object' && 'ids' in lead;
  const isWhole = isLink && !isFew && (lead.ids.length > PARTS_MAX || !isByStart(wanted));
  const source = complete(database, wanted, isWhole ? 'events' : lead);
  if (isLink && !isWhole) {
    if (isFew) source.parts = undefined;
    return source;
  }
  if (lead === 'statuses' && isFew) source.parts = undefined;
  if (typeof lead === 'string' && lead !== 'events') return source;
  if (isSimple(wanted)) return source;
  const { orderby = 'start_date' } = wanted.query;
  if (wanted.window.modifiedAfter || !isByStart(wanted)) {
    const months = await monthsOf(database, wanted.window);
    if (!months) return source;
    if (wanted.window.modifiedAfter) {
      const changed = await changedSource(database, wanted, months);
      if (changed) return changed;
    }
    if (!isByStart(wanted))
      source.parts = months.map((month, place) => ({
        condition: `event.listed_month = :month${place}`,
        parameters: { [`month${place}`]: month },
      }));
  }
  source.rows.useIndex(BY_ORDER[orderby]);
  return source;
}

/**
 * Returns the source of the events modified after an instant: by the index on changes if they are few, else
 * in the order of the start, from the first month with a changed event. Undefined in other orders.
 */
async function changedSource(
  database: Database,
  wanted: Wanted,
  months: readonly number[],
): Promise<Source | undefined> {
  const byChange = (of: Wanted): Source => {
    const source = complete(database, of, 'events');
    inMonths(source, months).useIndex(BY_ORDER.modified);
    return source;
  };
  const { rows } = byChange(withoutFilters(wanted));
  if ((await countUpTo(database, rows, FEW.byStart + 1)) <= FEW.byStart) return byChange(wanted);
  if (!isByStart(wanted)) return undefined;
  const isAscending = wanted.query.order !== 'desc';
  const [{ month }] = await database.rowsOf<{ month: number }>(
    rows
      .select('event.listed_month', 'month')
      .orderBy('event.listed_month', isAscending ? 'ASC' : 'DESC')
      .limit(1),
  );
  const source = complete(database, wanted, 'events');
  source.rows
    .andWhere(`${source.start} ${isAscending ? '>=' : '<='} :edge`, {
      edge: isAscending ? startOfMonth(month) : endOfMonth(month),
    })
    .useIndex(BY_ORDER.start_date);
  return source;
}
