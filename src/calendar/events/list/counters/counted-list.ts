import { ALL_EVENTS, LAST_SECOND, type Range } from '../../../event-counts';
import type { LinkFilter } from '../../../links';
import type { EventListQuery } from '../../dto/event-list-query';
import type { EventKey } from '../../event-keys';
import { PARAMETERS } from '../../protection';
import { type Bound, earliest, type EventWindow, latest } from '../event-window';
import { hidesProtected, isListed, type ResolvedQuery } from '../event-filters';

/**
 * A set of listed events with stored counters: all events, or the events linked to one record or to any of
 * several venues.
 */
export interface CountedList {
  /** The name of the list, as in `ListedCount`. */
  list: string;
  /** The column of the link table with the id of the record; undefined if the list is no link table. */
  key?: string;
  /** The ids of the records; 0 for all events. */
  records: readonly number[];
  /** True if an event can be linked to several of the records. It is counted once. */
  repeats?: boolean;
}

export const ALL_LISTED: CountedList = { list: ALL_EVENTS, records: [0] };
/** The list of several venues. An index holds the links of events with more than one venue. */
const OF_SEVERAL_VENUES = { list: 'event_venues', key: 'venue_id', repeats: true };

const SECOND = 1000;

/** The keys that the list counters cover: the dates of the window and the links. */
const COUNTED: readonly EventKey[] = [
  'utc_start_date',
  'utc_end_date',
  'modified_utc',
  'status',
  'venue',
  'organizer',
  'categories',
  'tags',
];

/** The query parameters that filter by a key outside the counters. */
const UNCOUNTED = [...PARAMETERS]
  .filter(([, keys]) => !keys.every((key) => COUNTED.includes(key)))
  .map(([name]) => name as keyof EventListQuery);

/** The events of a counted list that start in a range. */
export interface Counted {
  list: CountedList;
  range: StartRange;
}

/** Returns the counters that have the events of a query; undefined if there are none. */
export function countedIn(resolved: ResolvedQuery): Counted | undefined {
  const list = countedListOf(resolved);
  const range = list && startRange(resolved.window);
  return list && range && { list, range };
}

/** Returns the counted list whose events a query filters by its window alone; undefined if there is none. */
function countedListOf(resolved: ResolvedQuery): CountedList | undefined {
  const { query, filters } = resolved;
  const { links, places, outside } = filters;
  if (!isListed(resolved) || UNCOUNTED.some((name) => query[name] !== undefined)) return undefined;
  if (places.length > 0 || links.length > 1 || outside) return undefined;
  if (links.length === 0) return ALL_LISTED;
  // The links of protected events have no start, so that the counters miss events that an editor can list.
  return hidesProtected(resolved) ? countedLinks(links[0]) : undefined;
}

function countedLinks({ kind, ids }: LinkFilter): CountedList | undefined {
  const { links: list, key } = kind.tables;
  if (ids.length === 1) return { list, key, records: ids };
  return list === OF_SEVERAL_VENUES.list ? { ...OF_SEVERAL_VENUES, records: ids } : undefined;
}

/** A window expressed as a range of starts, minus the events that end too late or too early. */
export interface StartRange extends Range {
  /** The last second at which an event may end; undefined for no limit. */
  latestEnd?: Date;
  /** The second after which an event must end. No event of the range starts before it. */
  endsAfter?: Date;
}

/**
 * Converts a window to a range of starts. Returns undefined if the window can contain events that start
 * before the range, or if it filters by more than start and end.
 */
export function startRange(window: EventWindow): StartRange | undefined {
  const { startsFrom, startsAfter, startsUntil, startsBefore, endsUntil, endsBefore } = window;
  const { runsFrom, endsAfter, modifiedAfter } = window;
  const from = latest(ceil(startsFrom), secondAfter(startsAfter));
  const running = latest(runsFrom, endsAfter);
  if (modifiedAfter ?? (running && !(from && from >= running))) return undefined;
  const latestEnd = earliest(floor(endsUntil), secondBefore(endsBefore));
  const latestStart = earliest(floor(startsUntil), secondBefore(startsBefore));
  const until = earliest(latestStart, latestEnd);
  return {
    from,
    // All records end by then; the second after it lies outside the supported years.
    until: until && until < LAST_SECOND ? until : undefined,
    latestEnd,
    endsAfter,
  };
}

// Records start and end at whole seconds.
const floor = (bound: Bound): Bound =>
  bound && new Date(Math.floor(bound.getTime() / SECOND) * SECOND);
const ceil = (bound: Bound): Bound =>
  bound && new Date(Math.ceil(bound.getTime() / SECOND) * SECOND);
export const secondBefore = (bound: Bound): Bound =>
  bound && new Date((Math.ceil(bound.getTime() / SECOND) - 1) * SECOND);
const secondAfter = (bound: Bound): Bound =>
  bound && new Date((Math.floor(bound.getTime() / SECOND) + 1) * SECOND);
