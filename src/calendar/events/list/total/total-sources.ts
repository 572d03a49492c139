import type { Database } from '../../../../platform/storage/database';
import { FLAG_PARAMETERS } from '../../event-flags';
import { EVENT_STATUSES, toEventStatus } from '../../event-status';
import { countedRanges, countedWithVenue } from '../counters/counted-list';
import type { CountedList } from '../counters/counted-starts';
import type { LinkFilter } from '../event-filters';
import { countUpTo } from '../leads/count-up-to';
import {
  candidatesOf,
  FEW,
  isSimple,
  listOfFlags,
  listOfLink,
  sizesIn,
} from '../leads/event-leads';
import { monthsOf } from '../leads/event-months';
import { complete } from '../rows/event-conditions';
import { BY_ORDER } from '../rows/event-indexes';
import {
  hidesProtected,
  type Lead,
  type Source,
  type Wanted,
  withoutFilters,
} from '../rows/event-source';
import type { Total } from './count-totals';

/**
 * The cost per event of a count by the complement of a filter: one look-up, and as much again for the other
 * rows.
 */
const OPPOSITE_EFFORT = 2;

/** Chooses the source of a total so that few events are looked up. */
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
 * Counts the events modified after an instant by the index on changes, if they are few. If few are
 * unmodified, counts all events minus these. Undefined otherwise.
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
    // Without an order MariaDB may read the index from its beginning instead of by month.
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

/** Splits the events without a located venue into all events of the query minus the events with one. */
function withoutLocated(wanted: Wanted): { all: Wanted; but?: Wanted } | undefined {
  const { query, filters } = wanted;
  const { located, links } = filters;
  if (query.geoloc !== false || !located || !hidesProtected(wanted)) return undefined;
  const all = { ...wanted, query: { ...query, geoloc: undefined } };
  if (located.ids.length === 0) return { all };
  return { all, but: { ...all, filters: { ...filters, links: [...links, located] } } };
}

/**
 * Counts the events at a place with nearly all venues as the events with any venue, minus the events that are
 * only at the other venues. Undefined if these are too many, or if the query filters by more than a place and
 * flags.
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
 * Splits the events with a flag or a status and links into all events with the links minus the events without
 * the flag or status. Links of protected events have no start, so that neither side counts them.
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
