import { EVENT_FLAGS } from '../../event-counts';
import { FLAG_PARAMETERS, wantedFlags } from '../event-flags';
import { type EventColumn, READS, readsHidden } from '../protection';
import { ALL_LISTED, type CountedList, OF_SEVERAL_VENUES } from './counted-starts';
import type { LinkFilter } from './event-filters';
import { hidesProtected, isListed, type Wanted } from './event-source';
import { halvesOf } from './event-window';
import { type StartRange, startRange } from './start-range';

/** What the counts of lists know of an event: the window decides by its dates, its flags and its links. */
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

/** The parameters of what is not counted. */
const UNCOUNTED = (Object.keys(READS) as (keyof typeof READS)[]).filter(
  (name) => !READS[name].every((column) => COUNTED.includes(column)),
);

/** The events of a counted list that start in a range. */
export interface Counted extends CountedEvents {
  range: StartRange;
}

interface CountedEvents {
  list: CountedList;
  /** Those of them that do not count. */
  without?: CountedList;
}

/**
 * What is counted of each half of the window of a list: undefined for those that run already, and
 * for all if the list is not counted.
 */
export function countedRanges(wanted: Wanted): (Counted | undefined)[] {
  const events = countedEventsOf(wanted);
  return halvesOf(wanted.window).map(({ runningAt, window }) => {
    const range = events && !runningAt ? startRange(window) : undefined;
    return events && range && { ...events, range };
  });
}

/** The events that a query chooses from by its window alone, if their counts are kept. */
function countedEventsOf(wanted: Wanted): CountedEvents | undefined {
  const { query, filters } = wanted;
  const { links, places, located } = filters;
  if (!isListed(wanted) || UNCOUNTED.some((name) => query[name] !== undefined)) return undefined;
  const flags = FLAG_PARAMETERS.filter((name) => query[name] !== undefined);
  const kinds = [...links, ...places, ...(flags.length > 0 ? [flags] : [])].length;
  if (kinds + (query.geoloc === false ? 1 : 0) > 1) return undefined;
  if (flags.length > 0) {
    const isOpen = hidesProtected(wanted) && flags.some(readsHidden);
    return { list: { list: EVENT_FLAGS, records: wantedFlags(query, isOpen) } };
  }
  // The links of protected events have no start: who may edit them finds more than is counted.
  if (query.geoloc === false) {
    if (!located || !hidesProtected(wanted)) return undefined;
    return { list: ALL_LISTED, without: located.length > 0 ? ofVenues(located) : undefined };
  }
  const [link] = links;
  if (link) return hidesProtected(wanted) ? countedLinks(link) : undefined;
  return places.length > 0 ? undefined : { list: ALL_LISTED };
}

function countedLinks({ kind, ids }: LinkFilter): CountedEvents | undefined {
  const { links: list, key } = kind.tables;
  if (ids.length === 1) return { list: { list, key, records: ids } };
  return list === OF_SEVERAL_VENUES.list ? { list: ofVenues(ids) } : undefined;
}

const ofVenues = (records: readonly number[]): CountedList => ({ ...OF_SEVERAL_VENUES, records });
