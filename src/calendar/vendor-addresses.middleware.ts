import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../platform/config';
import { sendProblem } from '../platform/errors';
import { noVendorPage } from './feeds/vendor-page';
import { pageAddress } from './site/page-address';
import { vendorEvent, type VendorFeed, vendorFeed } from './vendor-calendars';

/** Clients of The Events Calendar use it, whatever the namespace of this service is. */
const VENDOR = '/tribe/events/v1';

/** Here the query names the route. */
const HOME = /^\/(index\.php)?$/i;
const LIST = /^\/events(?:\/|$)/i;
/** News of the site, or of its events. */
const SITE_NEWS = /^\/feed(?:\/(?:rss2?|rdf|atom))?\/?$/i;
const ITEM = /^\/event\/([^/]+)\/?$/i;

/** Any of these pages, or the home page. */
const PAGE = /^\/(?:(?:index\.php)?$|events?(?:\/|$)|feed(?:\/(?:rss2?|rdf|atom))?\/?$)/i;

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
    if (!PAGE.test(request.path)) return next();
    const { apiNamespace: namespace, site } = this.settings;
    const { rest_route: route } = request.query;
    const isHome = HOME.test(request.path);
    const feed = feedOf(request, isHome, site === 'on');
    if (feed === null || (feed === undefined && !isHome && site === 'off')) {
      sendProblem(response, noVendorPage());
      return;
    }
    if (feed !== undefined) {
      request.pageParameters = feed.names;
      request.url = `/${namespace}${feed.address}`;
    } else if (isHome && route !== undefined) {
      const isVendors = `/${namespace}`.toLowerCase().endsWith(VENDOR);
      if (isVendors && route === '/') {
        // The index of the REST APIs, if it exists.
        request.url = `/${namespace.slice(0, -VENDOR.length)}`;
        return next();
      }
      const path = isVendors ? pathOf(route) : undefined;
      if (path === undefined) {
        sendProblem(response, noVendorPage());
        return;
      }
      request.url = `/${namespace}${path}?${without(request.url, /^rest_route(=|$)/)}`;
    }
    next();
  }
}

/**
 * @param hasPages whether `/events/` has pages, whose calendars are behind them
 * @returns undefined for other requests, null for a page that does not exist
 */
function feedOf(
  { query, path, url }: Request,
  isHome: boolean,
  hasPages: boolean,
): VendorFeed | null | undefined {
  const isCalendar = query.ical !== undefined || query['outlook-ical'] !== undefined;
  const parameters = queryOf(url);
  const [, slug] = ITEM.exec(path) ?? [];
  if (slug !== undefined)
    return isCalendar ? vendorEvent(`by-slug/${slug}`, parameters) : undefined;
  if (LIST.test(path)) {
    const segments = segmentsOf(path);
    const form = pageAddress(segments)?.form;
    const isFeed = form === 'news' || (form === 'calendar' && hasPages) || isSent(query.feed);
    if (!isCalendar && !isFeed) return undefined;
    return vendorFeed(segments, hasPages ? filtersOfPage(parameters) : parameters);
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

/** Pages accept the empty parameters of forms, and have a number in lists. */
const filtersOfPage = (query: string): string =>
  query
    .split('&')
    .filter((parameter) => {
      const [[name, value] = ['', '']] = [...new URLSearchParams(parameter)];
      return name !== 'page' && value.trim() !== '';
    })
    .join('&');

const queryOf = (url: string): string => url.replace(/^[^?]*\??/, '');

/** Returns the part of a `rest_route` after the namespace; undefined for any other route. */
function pathOf(route: unknown): string | undefined {
  if (typeof route !== 'string') return undefined;
  const isInside = `${route.toLowerCase()}/`.startsWith(`${VENDOR}/`);
  if (!isInside) return undefined;
  return route.slice(VENDOR.length).split('/').map(encodeURIComponent).join('/');
}

const without = (url: string, parameters: RegExp): string =>
  queryOf(url)
    .split('&')
    .filter((parameter) => !parameters.test(parameter))
    .join('&');
