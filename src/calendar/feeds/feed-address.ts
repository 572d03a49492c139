import { stringify } from 'qs';
import type { Alternate } from '../../platform/http/listing';
import type { RequestContext } from '../../platform/http/request-context';
import type { AlternateLocator, AlternateResource } from '../events';
import { REFUSED } from './feed-query';

/** The path of the iCalendar feed of events, below the root of the API. */
export const CALENDAR_FEED = 'events.ics';
/** The paths of the GeoJSON, Atom and JSON Feed variants. */
export const MAP_FEED = 'events.geojson';
export const ATOM_FEED = 'events.atom';
export const JSON_FEED = 'events.feed.json';

export const ATOM_TYPE = 'application/atom+xml';

/**
 * Returns the filters of a request as sent, as a query sorted by name, without parameters that feeds refuse
 * and without unknown parameters.
 *
 * @param query the known parameters
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
 * Returns the address of a feed with the filters of a request.
 *
 * @param path below the root of the API: `events.ics`
 */
export function feedAddress(path: string, query: object, context: RequestContext): string {
  const filters = stringify(filtersOf(query, context), { arrayFormat: 'brackets' });
  return `${context.links.collection(path)}${filters && `?${filters}`}`;
}

/** Returns the link to the iCalendar feed with the filters of a list. */
export const calendarOf = (query: object, context: RequestContext): Alternate => ({
  address: feedAddress(CALENDAR_FEED, query, context),
  type: 'text/calendar',
});

/** Returns the link to the iCalendar file of an event or series. */
export const calendarFileOf = (
  resource: AlternateResource,
  locator: AlternateLocator,
  { links }: RequestContext,
): Alternate => {
  const key = 'slug' in locator ? `by-slug/${encodeURIComponent(locator.slug)}` : locator.id;
  return { address: `${links.collection(resource)}/${key}.ics`, type: 'text/calendar' };
};
