import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../platform/config';
import { sendProblem } from '../platform/errors';
import { noVendorPage } from './feeds/vendor-page';
import { pageAddress } from './site/page-address';
import { pageParameters, sentParameters } from './site/page-parameters';
import { vendorEvent, type VendorFeed, vendorFeed } from './vendor-calendars';

/** Clients of The Events Calendar use it, whatever the namespace of this service is. */
const VENDOR = '/tribe/events/v1';

/** Here the query names the route. */
const HOME = /^\/(index\.php)?$/i;
const LIST = /^\/events(?:\/|$)/i;
/** News of the site, or of its events. */
const SITE_NEWS = /^\/feed(?:\/(?:rss2?|rdf|atom))?\/?$/i;
const BELOW_EVENT = /^\/event(?:\/|$)/i;
const ITEM = /^\/event\/([^/]+)\/?$/i;

const PAGES = [HOME, LIST, SITE_NEWS, BELOW_EVENT];

/**
 * Serves the URLs of The Events Calendar outside of the namespace
 * (docs/reference/interface.md#urls-of-the-events-calendar):
 *
 * - `/?rest_route=/tribe/events/v1/…`, if the namespace ends with `tribe/events/v1`. Other routes are a 404.
 * - Its pages with `ical=1` or `outlook-ical=1` (`/events/month/2027-05/`, `/event/{slug}/`, the root), as calendars;
 *   with pages, `/events/…/ical/` too.
 * - `/events/feed/` and `/?feed=rss2&post_type=tribe_events`, as news.
 *
 * It must run after the removal of the language segment, and before anything that reads the query.
 */
@Injectable()
export class VendorAddressesMiddleware implements NestMiddleware {
  constructor(private readonly settings: Settings) {}

  use(request: Request, response: Response, next: NextFunction): void {
    if (!PAGES.some((page) => page.test(request.path))) return next();
    const address = this.addressOf(request);
    if (address === null) return sendProblem(response, noVendorPage());
    if (address !== undefined) request.url = `/${address}`;
    next();
  }

  /** @returns undefined for requests that are not for vendor addresses, null for a page that does not exist */
  private addressOf(request: Request): string | null | undefined {
    const { apiNamespace: namespace, site } = this.settings;
    const isHome = HOME.test(request.path);
    const feed = feedOf(request, isHome, site === 'on');
    if (feed === null) return null;
    if (feed !== undefined) {
      request.pageParameters = feed.names;
      return namespace + feed.address;
    }
    if (!isHome) return site === 'on' ? undefined : null;
    return request.query.rest_route === undefined ? undefined : routeOf(request, namespace);
  }
}

/**
 * @param hasPages whether `/events/` has pages, whose calendars are behind them
 * @returns undefined for other requests, null for a page that does not exist
 */
function feedOf(
  request: Request,
  isHome: boolean,
  hasPages: boolean,
): VendorFeed | null | undefined {
  const { query, path } = request;
  const isCalendar = query.ical !== undefined || query['outlook-ical'] !== undefined;
  const parameters = sentParameters(request);
  const [, slug] = ITEM.exec(path) ?? [];
  if (slug !== undefined)
    return isCalendar ? vendorEvent(`by-slug/${slug}`, parameters) : undefined;
  if (LIST.test(path)) {
    const segments = segmentsOf(path);
    const form = pageAddress(segments)?.form;
    const isFeed = form === 'news' || (form === 'calendar' && hasPages) || isSent(query.feed);
    if (!isCalendar && !isFeed) return undefined;
    return vendorFeed(segments, hasPages ? filtersOfPage(request) : parameters);
  }
  const isNews = SITE_NEWS.test(path) || (isHome && isSent(query.feed));
  if (!isNews && !(isHome && isCalendar)) return undefined;
  const types = valuesOf(query.post_type);
  const event = eventOf(query);
  const isOfEvents =
    types.includes('tribe_events') || isSent(query.tribe_events_cat) || isSent(query.tribe_events);
  // Calendars contain events only; news may be those of the site.
  if (!isOfEvents && (isNews || types.length > 0)) return undefined;
  if (event === undefined) return vendorFeed(isNews ? ['feed'] : [], parameters);
  return event === null || !isCalendar ? null : vendorEvent(event, parameters);
}

/** Returns the end of the address of an event; null for an invalid id. */
function eventOf({ tribe_events, name, p }: Request['query']): string | null | undefined {
  const [slug = valuesOf(name).at(-1)] = valuesOf(tribe_events).slice(-1);
  if (slug !== undefined) return `by-slug/${encodeURIComponent(slug)}`;
  const id = valuesOf(p).at(-1);
  return id === undefined || /^[1-9]\d{0,9}$/.test(id) ? id : null;
}

/** A parameter may be sent once, several times, or with brackets. Leaves empty values out. */
const valuesOf = (sent: unknown): string[] =>
  (typeof sent === 'object' && sent !== null ? Object.values(sent) : [sent]).filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );

const isSent = (sent: unknown): boolean => valuesOf(sent).length > 0;

/** After the first one. */
const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(2)
    .filter((segment) => segment !== '')
    .map(decodeURIComponent);

/** A feed has all pages of a list. */
function filtersOfPage(request: Request): URLSearchParams {
  const parameters = pageParameters(request);
  parameters.delete('page');
  return parameters;
}

/** Returns the address that `rest_route` means; null for a route of another interface. */
function routeOf(request: Request, namespace: string): string | null {
  const { rest_route: route } = request.query;
  if (typeof route !== 'string' || !`/${namespace}`.toLowerCase().endsWith(VENDOR)) return null;
  // The index of the REST APIs, if it exists.
  if (route === '/') return namespace.slice(0, -VENDOR.length);
  if (!`${route.toLowerCase()}/`.startsWith(`${VENDOR}/`)) return null;
  const path = route.slice(VENDOR.length).split('/').map(encodeURIComponent).join('/');
  const parameters = sentParameters(request);
  parameters.delete('rest_route');
  return `${namespace}${path}?${parameters.toString()}`;
}
