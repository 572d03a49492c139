import type { EventListQuery } from '../dto/event-list-query';
import { ALL_LISTED, type CountedList } from './counted-starts';
import { hidesProtected, isListed, type Wanted } from './event-source';
import { halvesOf } from './event-window';
import { type StartRange, startRange } from './start-range';

/**
 * Whether a list is counted that a parameter is given for, if the window and the links that it asks
 * for are; a new parameter does not compile until it is said.
 */
const IS_COUNTED = {
  page: true,
  per_page: true,
  start_date: true,
  end_date: true,
  starts_before: true,
  starts_after: true,
  ends_before: true,
  ends_after: true,
  strict_dates: true,
  overlap: true,
  modified_after: true,
  search: false,
  categories: true,
  tags: true,
  venue: true,
  organizer: true,
  geoloc: false,
  geoloc_lat: false,
  geoloc_lng: false,
  geoloc_radius: false,
  featured: false,
  ticketed: false,
  event_status: false,
  is_virtual: false,
  status: true,
  include: false,
  post_parent: false,
  orderby: true,
  order: true,
} satisfies Record<keyof EventListQuery, boolean>;

const UNCOUNTED = Object.entries(IS_COUNTED).flatMap(([name, isCounted]) =>
  isCounted ? [] : [name as keyof EventListQuery],
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
  if (link === undefined) return ALL_LISTED;
  const { tables } = link.kind;
  // The links of protected events have no start: who may edit them finds more than is counted.
  return hidesProtected(wanted) && others.length === 0 && link.ids.length === 1
    ? { list: tables.links, key: tables.key, record: link.ids[0] }
    : undefined;
}
