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

/**
 * Addresses outside of the namespace that clients of The Events Calendar use
 * (docs/interface.md#addresses-of-the-events-calendar).
 *
 * `/?rest_route=/tribe/events/v1/…` is that route of the interface, if the namespace is, or ends
 * with, `tribe/events/v1`. Other addresses that only programs request are a 404, and never a page
 * for people. This includes feeds: `/?post_type=tribe_events&ical=1` is answered here;
 * `/events/?ical=1` and `/event/{slug}/?ical=1` are unknown paths anyway.
 *
 * It must come after the removal of the language segment, and before anything that reads the query.
 */
@Injectable()
export class VendorAddressesMiddleware implements NestMiddleware {
  constructor(private readonly settings: Settings) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const { rest_route: route, post_type, ical } = request.query;
    const isFeed = post_type === 'tribe_events' && ical !== undefined;
    if (!HOME.test(request.path) || (route === undefined && !isFeed)) {
      next();
      return;
    }
    const { namespace } = this.settings;
    const isVendors = `/${namespace}`.toLowerCase().endsWith(VENDOR);
    const path = isVendors ? pathOf(route) : undefined;
    if (path === undefined) {
      const message = 'No route was found matching the URL and request method.';
      sendProblem(response, new Problem('rest-no-route', { message }));
      return;
    }
    request.url = `/${namespace}${path}?${withoutRoute(request.url)}`;
    next();
  }
}

/** The part of a `rest_route` after the namespace; undefined for any other route. */
function pathOf(route: unknown): string | undefined {
  if (typeof route !== 'string') return undefined;
  const isInside = `${route.toLowerCase()}/`.startsWith(`${VENDOR}/`);
  if (!isInside) return undefined;
  return route.slice(VENDOR.length).split('/').map(encodeURIComponent).join('/');
}

/** An address without `rest_route`; the other parameters are as they were sent. */
const withoutRoute = (url: string): string =>
  url
    .replace(/^[^?]*\??/, '')
    .split('&')
    .filter((parameter) => !/^rest_route(=|$)/.test(parameter))
    .join('&');
