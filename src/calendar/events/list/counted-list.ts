import { EVENT_FLAGS } from '../../event-counts';
import { FLAG_PARAMETERS, wantedFlags } from '../event-flags';
import { type EventColumn, READS, readsHidden } from '../protection';
import { ALL_LISTED, type CountedList } from './counted-starts';
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

/** Parameters of places, which ask more of a venue than its id. */
const isOfPlaces = (name: string): boolean => name.startsWith('geoloc') || name === 'bbox';

/** The parameters of what is not counted. */
const UNCOUNTED = (Object.keys(READS) as (keyof typeof READS)[]).filter(
  (name) => isOfPlaces(name) || !READS[name].every((column) => COUNTED.includes(column)),
);

/** The events of a counted list that start in a range. */
export interface Counted {
  list: CountedList;
  range: StartRange;
}

/**
 * What is counted of each half of the window of a list: undefined for those that run already, and
 * for all if the list is not counted.
 */
export function countedRanges(wanted: Wanted): (Counted | undefined)[] {
  const list = countedListOf(wanted);
  return halvesOf(wanted.window).map(({ runningAt, window }) => {
    const range = list && !runningAt ? startRange(window) : undefined;
    return list && range && { list, range };
  });
}

/** The list that a query chooses from by its window alone, if its counts are kept. */
function countedListOf(wanted: Wanted): CountedList | undefined {
  const { query, filters } = wanted;
  if (!isListed(wanted) || UNCOUNTED.some((name) => query[name] !== undefined)) return undefined;
  const [link, ...others] = filters.links;
  const flags = FLAG_PARAMETERS.filter((name) => query[name] !== undefined);
  if (flags.length > 0) {
    const isOpen = hidesProtected(wanted) && flags.some(readsHidden);
    const records = wantedFlags(query, isOpen);
    return link === undefined ? { list: EVENT_FLAGS, records } : undefined;
  }
  if (link === undefined) return ALL_LISTED;
  const { tables } = link.kind;
  // The links of protected events have no start: who may edit them finds more than is counted.
  return hidesProtected(wanted) && others.length === 0 && link.ids.length === 1
    ? { list: tables.links, key: tables.key, records: [link.ids[0]] }
    : undefined;
}
