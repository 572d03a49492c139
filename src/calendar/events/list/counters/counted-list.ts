import type { LinkFilter } from '../../../links';
import type { EventListQuery } from '../../dto/event-list-query';
import type { EventKey } from '../../event-keys';
import { PARAMETERS } from '../../protection';
import { ALL_LISTED, type CountedList, OF_SEVERAL_VENUES } from './counted-starts';
import { hidesProtected, isListed, type ResolvedQuery } from '../resolved-query';
import { type StartRange, startRange } from './start-range';

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
