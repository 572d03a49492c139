import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../platform/config';
import { Problem, sendProblem } from '../platform/errors';
import { vendorFeed } from './vendor-calendars';

/**
 * The namespace that clients of The Events Calendar use, whatever the namespace of this service is.
 */
const VENDOR = '/tribe/events/v1';

/** The path of a WordPress site at which the query names the route. */
const HOME = /^\/(index\.php)?$/i;
/** The pages of The Events Calendar that are also calendars. */
const LIST = /^\/events(?:\/|$)/i;
const NEWS = /\/feed\/?$/i;
const ITEM = /^\/event\/([^/]+)\/?$/i;

/**
 * Addresses outside of the namespace that clients of The Events Calendar use
 * (docs/interface.md#addresses-of-the-events-calendar).
 *
 * `/?rest_route=/tribe/events/v1/…` is that route of the interface, if the namespace is, or ends
 * with, `tribe/events/v1`. Any other route is a 404, and never a page for people.
 *
 * The pages of the vendor with `ical=1` or `outlook-ical=1` (`/events/month/2027-05/`, `/event/{slug}/`,
 * the root) are the calendars of the interface, with its parameters, whatever the namespace is;
 * `/events/feed/` is its news.
 *
 * It must come after the removal of the language segment, and before anything that reads the query.
 */
@Injectable()
export class VendorAddressesMiddleware implements NestMiddleware {
  constructor(private readonly settings: Settings) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const { namespace } = this.settings;
    const { rest_route: route } = request.query;
    const isHome = HOME.test(request.path);
    const calendar = calendarRouteOf(request, isHome);
    if (calendar === null) {
      sendProblem(response, noRoute());
      return;
    }
    if (calendar !== undefined) request.url = `/${namespace}${calendar}`;
    else if (isHome && route !== undefined) {
      const isVendors = `/${namespace}`.toLowerCase().endsWith(VENDOR);
      if (isVendors && route === '/') {
        // The index of the interfaces, if there is one.
        request.url = `/${namespace.slice(0, -VENDOR.length)}`;
        return next();
      }
      const path = isVendors ? pathOf(route) : undefined;
      if (path === undefined) {
        sendProblem(response, noRoute());
        return;
      }
      request.url = `/${namespace}${path}?${without(request.url, /^rest_route(=|$)/)}`;
    }
    next();
  }
}

const noRoute = (): Problem =>
  new Problem('rest-no-route', {
    message: 'No route was found matching the URL and request method.',
  });

/**
 * The address of a calendar after the namespace; undefined for a request for something else, null for one
 * for a calendar that there is not.
 */
function calendarRouteOf(
  { query, path, url }: Request,
  isHome: boolean,
): string | null | undefined {
  const isCalendar = query.ical !== undefined || query['outlook-ical'] !== undefined;
  const isNews = LIST.test(path) && NEWS.test(path);
  if (!isCalendar && !isNews) return undefined;
  const parameters = queryOf(url);
  if (isHome)
    return [undefined, 'tribe_events'].includes(query.post_type as string | undefined)
      ? vendorFeed([], parameters)
      : undefined;
  if (LIST.test(path)) return vendorFeed(segmentsOf(path), parameters);
  const [, slug] = ITEM.exec(path) ?? [];
  return slug === undefined
    ? undefined
    : `/events/by-slug/${slug}.ics?${without(url, /^(outlook-)?ical(=|$)/)}`;
}

/** The decoded segments of a path after the first one. */
const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(2)
    .filter((segment) => segment !== '')
    .map(decodeURIComponent);

const queryOf = (url: string): string => url.replace(/^[^?]*\??/, '');

/** The part of a `rest_route` after the namespace; undefined for any other route. */
function pathOf(route: unknown): string | undefined {
  if (typeof route !== 'string') return undefined;
  const isInside = `${route.toLowerCase()}/`.startsWith(`${VENDOR}/`);
  if (!isInside) return undefined;
  return route.slice(VENDOR.length).split('/').map(encodeURIComponent).join('/');
}

/** The query of an address without some parameters; the others are as they were sent. */
const without = (url: string, parameters: RegExp): string =>
  queryOf(url)
    .split('&')
    .filter((parameter) => !parameters.test(parameter))
    .join('&');
