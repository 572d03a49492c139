import { stringify } from 'qs';
import type { Alternate } from '../../../platform/listing';
import type { RequestContext } from '../../../platform/request-context';
import { REFUSED } from '../dto/feed-query';

/** The feed of events as iCalendar, after the root of the interface. */
export const CALENDAR_FEED = 'events.ics';
/** The same as GeoJSON, as Atom and as JSON Feed. */
export const MAP_FEED = 'events.geojson';
export const ATOM_FEED = 'events.atom';
export const JSON_FEED = 'events.feed.json';

export const ATOM_TYPE = 'application/atom+xml';

/**
 * The filters of a request as they were sent, as a query, in the order of their names: without what
 * a feed refuses, and without parameters of no meaning.
 *
 * @param query the parameters that were understood
 */
export function filtersOf(
  query: object,
  { query: sent }: Pick<RequestContext, 'query'>,
): Record<string, unknown> {
  const refused: readonly string[] = REFUSED;
  const known = Object.entries(query)
    .filter(([name, value]) => value !== undefined && name in sent && !refused.includes(name))
    .map(([name]): [string, unknown] => [name, sent[name]]);
  return Object.fromEntries(known.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * The address of a feed with the filters of a request.
 *
 * @param path after the root of the interface: `events.ics`
 */
export function feedAddress(path: string, query: object, context: RequestContext): string {
  const filters = stringify(filtersOf(query, context), { arrayFormat: 'brackets' });
  return `${context.links.collection(path)}${filters && `?${filters}`}`;
}

/** The calendar with the filters of a list. */
export const calendarOf = (query: object, context: RequestContext): Alternate => ({
  address: feedAddress(CALENDAR_FEED, query, context),
  type: 'text/calendar',
});
