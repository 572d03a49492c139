import type { Database } from '../../../platform/database';
import { FLAG_PARAMETERS } from '../event-flags';
import { EVENT_STATUSES, toEventStatus } from '../event-status';
import { countedRanges } from './counted-list';
import type { CountedList } from './counted-starts';
import { complete } from './event-conditions';
import { candidatesOf, FEW, isSimple, listOfFlags, sizesIn } from './event-leads';
import { INDEXES, monthsOf } from './event-months';
import { countUpTo } from './count-up-to';
import {
  hidesProtected,
  type Lead,
  type Source,
  type Wanted,
  withoutFilters,
} from './event-source';
import type { Total } from './event-total';

/** What counts by the opposite of a flag reads besides it is worth as many look-ups again. */
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
  const candidates = candidatesOf(wanted);
  const changes = await changesOf(database, wanted);
  if (candidates.length === 0) return totalSource(database, wanted, changes ?? pageLead);
  const opposite = withoutOpposite(wanted);
  const lists = [...candidates.map(({ counted }) => counted), ...(opposite ? [opposite.list] : [])];
  if (lists.length < 2 && !changes) return totalSource(database, wanted, candidates[0].lead);
  const sizes = await sizesIn(database, wanted, lists);
  const efforts = candidates.map(({ effort }, place) => effort * sizes[place]);
  const least = Math.min(...efforts);
  if (changes) {
    const most = Math.min(least, FEW.byOthers);
    const { rows } = complete(database, withoutFilters(wanted), changes);
    if ((await countUpTo(database, rows, most + 1)) <= most)
      return totalSource(database, wanted, changes);
  }
  if (opposite && sizes[candidates.length] * OPPOSITE_EFFORT < least)
    return {
      all: await totalOf(database, opposite.all, pageLead),
      but: await totalOf(database, opposite.but, pageLead),
    };
  return totalSource(database, wanted, candidates[efforts.indexOf(least)].lead);
}

function totalSource(database: Database, wanted: Wanted, lead: Lead): Source {
  const source = complete(database, wanted, lead);
  if (lead === 'events') source.rows.useIndex(INDEXES.start_date);
  return source;
}

/** The last changes of the months of the window, if the list is about them. */
async function changesOf(database: Database, { window }: Wanted): Promise<Lead | undefined> {
  const months = window.modifiedAfter && (await monthsOf(database, window));
  return months && { changedIn: months };
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
