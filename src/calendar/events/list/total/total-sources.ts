import type { Database } from '../../../../platform/database';
import { FLAG_PARAMETERS } from '../../event-flags';
import { EVENT_STATUSES, toEventStatus } from '../../event-status';
import { countedRanges, countedWithVenue } from '../counters/counted-list';
import type { CountedList } from '../counters/counted-starts';
import { complete } from '../rows/event-conditions';
import { BY_ORDER } from '../rows/event-indexes';
import {
  candidatesOf,
  FEW,
  isSimple,
  listOfFlags,
  listOfLink,
  sizesIn,
} from '../leads/event-leads';
import { monthsOf } from '../leads/event-months';
import { countUpTo } from '../leads/count-up-to';
import type { LinkFilter } from '../event-filters';
import {
  hidesProtected,
  type Lead,
  type Source,
  type Wanted,
  withoutFilters,
} from '../rows/event-source';
import type { Total } from './count-totals';

/** What counts by the opposite of a filter reads besides it is worth as many look-ups again. */
const OPPOSITE_EFFORT = 2;

/** What the total of a list is counted of, so that few events are looked up. */
export async function totalOf(database: Database, wanted: Wanted, pageLead: Lead): Promise<Total> {
  const [counted] = countedRanges(wanted);
  if (counted) return counted;
  if (isSimple(wanted)) return complete(database, wanted, pageLead);
  const anywhere = withoutLocated(wanted);
  if (anywhere && countedRanges(anywhere.all)[0]) {
    const all = await totalOf(database, anywhere.all, pageLead);
    return anywhere.but ? { all, but: await totalOf(database, anywhere.but, pageLead) } : all;
  }
  const most = await withoutOthers(database, wanted, pageLead);
  if (most) return most;
  const candidates = candidatesOf(wanted);
  const opposite = withoutOpposite(wanted);
  const lists = [...candidates.map(({ counted }) => counted), ...(opposite ? [opposite.list] : [])];
  const months = wanted.window.modifiedAfter && (await monthsOf(database, wanted.window));
  const isChoice = lists.length > 1 || (months && lists.length > 0);
  const sizes = isChoice ? await sizesIn(database, wanted, lists) : [];
  const efforts = candidates.map(({ effort }, place) => effort * (sizes[place] ?? 0));
  const least = Math.min(...efforts);
  if (months) {
    const few = await byFewChanges(database, wanted, {
      lead: { changedIn: months },
      most: candidates.length > 0 ? Math.min(least, FEW.byOthers) : FEW.byStart,
      pageLead,
    });
    if (few) return few;
  }
  if (opposite && sizes[candidates.length] * OPPOSITE_EFFORT < least)
    return {
      all: await totalOf(database, opposite.all, pageLead),
      but: await totalOf(database, opposite.but, pageLead),
    };
  if (candidates.length > 0)
    return totalSource(database, wanted, candidates[efforts.indexOf(least)].lead);
  return totalSource(database, wanted, months ? { changedIn: months } : pageLead);
}

/**
 * What was modified after an instant, by these events if they are few; or as all events but for those
 * that were not, if these are.
 */
async function byFewChanges(
  database: Database,
  wanted: Wanted,
  { lead, most, pageLead }: { lead: Lead; most: number; pageLead: Lead },
): Promise<Total | undefined> {
  const { window } = wanted;
  const all = { ...wanted, window: { ...window, modifiedAfter: undefined } };
  const but = { ...all, window: { ...all.window, modifiedUntil: window.modifiedAfter } };
  const isAtMost = async (few: number, of: Wanted): Promise<boolean> => {
    const { rows } = complete(database, withoutFilters(of), lead);
    // Without an order MariaDB may read the index from its beginning, and not the months.
    rows.orderBy('indexed.listed_month');
    return (await countUpTo(database, rows, few + 1)) <= few;
  };
  const byChanges = (): Total => totalSource(database, wanted, lead);
  const some = Math.min(most, FEW.byStart);
  if (await isAtMost(some, wanted)) return byChanges();
  if (await isAtMost(some, but))
    return {
      all: await totalOf(database, all, pageLead),
      but: totalSource(database, but, lead),
    };
  return some < most && (await isAtMost(most, wanted)) ? byChanges() : undefined;
}

function totalSource(database: Database, wanted: Wanted, lead: Lead): Source {
  const source = complete(database, wanted, lead);
  if (lead === 'events') source.rows.useIndex(BY_ORDER.start_date);
  return source;
}

/** The events without a place as all that the rest of the query keeps, but for those with one. */
function withoutLocated(wanted: Wanted): { all: Wanted; but?: Wanted } | undefined {
  const { query, filters } = wanted;
  const { located, links } = filters;
  if (query.geoloc !== false || !located || !hidesProtected(wanted)) return undefined;
  const all = { ...wanted, query: { ...query, geoloc: undefined } };
  if (located.ids.length === 0) return { all };
  return { all, but: { ...all, filters: { ...filters, links: [...links, located] } } };
}

/**
 * The events at a place that has nearly all venues, as those with any venue, but for those that are only
 * at the others. Undefined if these are too many, or if more is asked than a place and flags.
 */
async function withoutOthers(
  database: Database,
  wanted: Wanted,
  pageLead: Lead,
): Promise<Total | undefined> {
  const [at, ...further] = wanted.filters.links;
  if (!at?.others || further.length > 0) return undefined;
  const all = countedWithVenue(wanted);
  if (!all) return undefined;
  const elsewhere = { kind: at.kind, ids: at.others };
  const [size] = await sizesIn(database, wanted, [listOfLink(elsewhere)]);
  if (size > FEW.byOthers) return undefined;
  const linkedTo = (...links: LinkFilter[]): Promise<Total> =>
    totalOf(database, { ...wanted, filters: { links, places: [] } }, pageLead);
  const both = await linkedTo(elsewhere, { ...at, others: undefined });
  return { all, but: { all: await linkedTo(elsewhere), but: both } };
}

/**
 * The events with a flag or a status, and links, as all with the links, but for those without it. Links
 * of protected events have no start, so that none of these is in one of both.
 */
function withoutOpposite(
  wanted: Wanted,
): { all: Wanted; but: Wanted; list: CountedList } | undefined {
  const { query, filters } = wanted;
  const [name, ...others] = FLAG_PARAMETERS.filter((flag) => query[flag] !== undefined);
  if (!name || others.length > 0 || filters.links.length === 0) return undefined;
  const kept = query.event_status?.map(toEventStatus);
  const rest = EVENT_STATUSES.filter((status) => !kept?.includes(status));
  if (rest.length === 0) return undefined;
  const of = (value: unknown): Wanted => ({ ...wanted, query: { ...query, [name]: value } });
  const but = of(name === 'event_status' ? rest : !query[name]);
  return { all: of(undefined), but, list: listOfFlags(but) };
}
