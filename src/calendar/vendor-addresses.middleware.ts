import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../platform/config';
import { Problem, sendProblem } from '../platform/errors';

/**
 * The namespace that clients of The Events Calendar use, whatever the namespace of this service is.
 */
const VENDOR = '/tribe/events/v1';

/** The path of a WordPress site at which the query names the route. */
const HOME = /^\/(index\.php)?$/i;
/** The pages of The Events Calendar that are also calendars. */
const LIST = /^\/events\/?$/i;
const ITEM = /^\/event\/([^/]+)\/?$/i;

/**
 * Addresses outside of the namespace that clients of The Events Calendar use
 * (docs/interface.md#addresses-of-the-events-calendar).
 *
 * `/?rest_route=/tribe/events/v1/…` is that route of the interface, if the namespace is, or ends
 * with, `tribe/events/v1`. Any other route is a 404, and never a page for people.
 *
 * `/events/?ical=1`, `/?post_type=tribe_events&ical=1` and `/event/{slug}/?ical=1` are the calendars
 * of the interface, with its parameters, whatever the namespace is.
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
    if (calendar !== undefined) request.url = `/${namespace}${calendar}`;
    else if (isHome && route !== undefined) {
      const isVendors = `/${namespace}`.toLowerCase().endsWith(VENDOR);
      const path = isVendors ? pathOf(route) : undefined;
      if (path === undefined) {
        const message = 'No route was found matching the URL and request method.';
        sendProblem(response, new Problem('rest-no-route', { message }));
        return;
      }
      request.url = `/${namespace}${path}?${without(request.url, /^rest_route(=|$)/)}`;
    }
    next();
  }
}

/** The address of a calendar after the namespace; undefined for a request for something else. */
function calendarRouteOf({ query, path, url }: Request, isHome: boolean): string | undefined {
  if (query.ical === undefined) return undefined;
  const parameters = without(url, /^(ical|post_type)(=|$)/)
    // So do programs ask for the calendar of one category.
    .replace(/(^|&)tribe_events_cat=/, '$1categories=');
  if (LIST.test(path) || (isHome && query.post_type === 'tribe_events'))
    return `/events.ics?${parameters}`;
  const [, slug] = ITEM.exec(path) ?? [];
  return (slug as string | undefined) && `/events/by-slug/${slug}.ics?${parameters}`;
}

/** The part of a `rest_route` after the namespace; undefined for any other route. */
function pathOf(route: unknown): string | undefined {
  if (typeof route !== 'string') return undefined;
  const isInside = `${route.toLowerCase()}/`.startsWith(`${VENDOR}/`);
  if (!isInside) return undefined;
  return route.slice(VENDOR.length).split('/').map(encodeURIComponent).join('/');
}

/** The query of an address without some parameters; the others are as they were sent. */
const without = (url: string, parameters: RegExp): string =>
  url
    .replace(/^[^?]*\??/, '')
    .split('&')
    .filter((parameter) => !parameters.test(parameter))
    .join('&');
