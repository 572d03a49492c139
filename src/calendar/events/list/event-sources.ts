import type { Database } from '../../../platform/database';
import { countUpTo } from './count-up-to';
import { complete } from './event-conditions';
import { FEW, isByStart, isSimple, leadOf, PARTS_MAX } from './event-leads';
import { inMonths, INDEXES, monthsOf } from './event-months';
import { endOfMonth, startOfMonth } from '../event-span';
import { isListed, type Lead, type Source, type Wanted, withoutFilters } from './event-source';
import type { Total } from './event-total';
import { halvesOf } from './event-window';
import { totalOf } from './total-sources';

/** What a page is read from, and what a total is added up of: each event is in one of them. */
export interface Sources {
  page: Source[];
  total: Total[];
}

/**
 * What a list is read from, so that little is read of what it does not show: from the filter that
 * fits the fewest events, in the order of the list where an index has it.
 */
export async function sourcesOf(database: Database, wanted: Wanted): Promise<Sources> {
  if (!isListed(wanted)) {
    const source = complete(database, wanted, 'events');
    return { page: [source], total: [source] };
  }
  const halves = halvesOf(wanted.window);
  const sources: Sources = { page: [], total: [] };
  for (const { runningAt, window } of halves) {
    const half = { ...wanted, window };
    if (runningAt) {
      const running = complete(database, half, { runningAt });
      sources.page.push(running);
      sources.total.push(running);
    } else {
      const { lead, isFew } = await leadOf(database, half);
      sources.page.push(await pageSource(database, half, lead, isFew));
      sources.total.push(await totalOf(database, half, lead));
    }
  }
  return sources;
}

async function pageSource(
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
  source.rows.useIndex(INDEXES[orderby]);
  return source;
}

/**
 * The events that were modified after an instant: by their changes where these are few, else in the
 * order of the start, from the first month on that has some. Undefined in other orders.
 */
async function changedSource(
  database: Database,
  wanted: Wanted,
  months: readonly number[],
): Promise<Source | undefined> {
  const byChange = (of: Wanted): Source => {
    const source = complete(database, of, 'events');
    inMonths(source, months).useIndex(INDEXES.modified);
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
    .useIndex(INDEXES.start_date);
  return source;
}
