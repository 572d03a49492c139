import { EVENT_FLAGS } from '../../../event-counts';
import { FLAG_PARAMETERS, wantedFlags } from '../../event-flags';
import { type EventColumn, READS, readsHidden } from '../../protection';
import { ALL_LISTED, type CountedList, OF_SEVERAL_VENUES } from './counted-starts';
import type { LinkFilter } from '../event-filters';
import { hidesProtected, isListed, type Wanted } from '../rows/event-source';
import { halvesOf } from '../event-window';
import { type StartRange, startRange } from './start-range';

/** The columns that the list counters cover: the dates of the window, the flags and the links. */
const COUNTED: readonly EventColumn[] = [
  'start_utc',
  'end_utc',
  'modified_utc',
  'status',
  'venue',
  'organizer',
  'categories',
  'tags',
  ...FLAG_PARAMETERS,
];

/** The query parameters that read a column outside the counters. */
const UNCOUNTED = (Object.keys(READS) as (keyof typeof READS)[]).filter(
  (name) => !READS[name].every((column) => COUNTED.includes(column)),
);

/** The events of a counted list that start in a range. */
export interface Counted {
  list: CountedList;
  range: StartRange;
}

/**
 * Returns the counted list and range for each half of the window. An entry is undefined for the half of
 * running events, and every entry is undefined if no counters exist for the list.
 */
export function countedRanges(wanted: Wanted): (Counted | undefined)[] {
  const list = countedListOf(wanted);
  return halvesOf(wanted.window).map(({ runningAt, window }) => {
    const range = list && !runningAt ? startRange(window) : undefined;
    return list && range && { list, range };
  });
}

/** Returns the counted list whose events a query filters by its window alone; undefined if there is none. */
function countedListOf(wanted: Wanted): CountedList | undefined {
  const { query, filters } = wanted;
  const { links, places } = filters;
  if (!isListed(wanted) || UNCOUNTED.some((name) => query[name] !== undefined)) return undefined;
  if (query.geoloc === false || places.length > 0) return undefined;
  const [link] = links;
  if (links.length === 1 && link.others?.length === 0 && hidesProtected(wanted))
    return withVenue(wanted);
  const flags = FLAG_PARAMETERS.filter((name) => query[name] !== undefined);
  if (links.length + (flags.length > 0 ? 1 : 0) > 1) return undefined;
  if (flags.length > 0) {
    const isOpen = hidesProtected(wanted) && flags.some(readsHidden);
    return { list: EVENT_FLAGS, records: wantedFlags(query, isOpen) };
  }
  // The links of protected events have no start, so that the counters miss events that an editor can list.
  if (link) return hidesProtected(wanted) ? countedLinks(link) : undefined;
  return ALL_LISTED;
}

/**
 * Returns the open events with any venue, for a filter by place that matches nearly all venues.
 *
 * @returns undefined if the query filters by more than a place, flags and a range of starts
 */
export function countedWithVenue(wanted: Wanted): Counted | undefined {
  const range = startRange(wanted.window);
  const rest = { ...wanted, filters: { links: [], places: [] } };
  if (!range || !hidesProtected(wanted) || !countedListOf(rest)) return undefined;
  return { list: withVenue(wanted), range };
}

const withVenue = ({ query }: Wanted): CountedList => ({
  list: EVENT_FLAGS,
  records: wantedFlags(query, true, true),
});

function countedLinks({ kind, ids }: LinkFilter): CountedList | undefined {
  const { links: list, key } = kind.tables;
  if (ids.length === 1) return { list, key, records: ids };
  return list === OF_SEVERAL_VENUES.list ? { ...OF_SEVERAL_VENUES, records: ids } : undefined;
}
