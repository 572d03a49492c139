import type { RequestHandler } from 'express';
import { Problem, sendProblem } from '../errors';

/** The namespace that programs of the vendor's name, whatever a site calls its own. */
const VENDOR = '/tribe/events/v1';

/** Where a site of the vendor's takes what its other addresses say, in its query. */
const HOME = /^\/(index\.php)?$/i;

/**
 * The addresses that programs of the vendor's use beside the namespace
 * (docs/interface.md#addresses-of-the-events-calendar).
 *
 * `/?rest_route=/tribe/events/v1/…` is that route of the interface, when the namespace is, or ends in,
 * the vendor's; all else that only a program asks for is a 404, and never a page for people. So are
 * the vendor's feeds: `/?post_type=tribe_events&ical=1` here, `/events/?ical=1` and
 * `/event/{slug}/?ical=1` as addresses that nothing is at.
 *
 * It stands behind the language segment, and before whatever reads the query.
 *
 * @param namespace of the interface, without slashes around it
 */
export function vendorAddresses(namespace: string): RequestHandler {
  const isVendors = `/${namespace}`.toLowerCase().endsWith(VENDOR);
  return (request, response, next) => {
    const { rest_route: route, post_type, ical } = request.query;
    const isFeed = post_type === 'tribe_events' && ical !== undefined;
    if (!HOME.test(request.path) || (route === undefined && !isFeed)) {
      next();
      return;
    }
    const path = isVendors ? pathOf(route) : undefined;
    if (path === undefined) {
      const message = 'No route was found matching the URL and request method.';
      sendProblem(response, new Problem('rest-no-route', { message }));
      return;
    }
    request.url = `/${namespace}${path}?${withoutRoute(request.url)}`;
    next();
  };
}

/** What follows the namespace in a `rest_route`; undefined for a route of something else. */
function pathOf(route: unknown): string | undefined {
  if (typeof route !== 'string') return undefined;
  const isInside = `${route.toLowerCase()}/`.startsWith(`${VENDOR}/`);
  if (!isInside) return undefined;
  return route.slice(VENDOR.length).split('/').map(encodeURIComponent).join('/');
}

/** The other parameters of an address, as they were sent. */
const withoutRoute = (url: string): string =>
  url
    .replace(/^[^?]*\??/, '')
    .split('&')
    .filter((parameter) => !/^rest_route(=|$)/.test(parameter))
    .join('&');
