import type { IncomingMessage } from 'node:http';
import { Problem } from '../../../platform/errors';

/** Request for a page of The Events Calendar → the parameters of the feed that its address became. */
const parameters = new WeakMap<IncomingMessage, ReadonlySet<string>>();

/** Notes of a request that it is one for a page of The Events Calendar. */
export function noteVendorPage(request: IncomingMessage, names: Iterable<string>): void {
  parameters.set(request, new Set(names));
}

/** There is no such page. */
export const noVendorPage = (): Problem =>
  new Problem('rest-no-route', {
    message: 'No route was found matching the URL and request method.',
  });

/**
 * The error of a feed, for who asked for it: at the address of a page, a category or a day that there is
 * not is a page that there is not.
 */
export function asVendorPage(request: IncomingMessage, error: unknown): unknown {
  const names = parameters.get(request);
  const isOfAddress =
    names !== undefined &&
    error instanceof Problem &&
    error.faults.some(({ path }) => names.has(String(path[0])));
  return isOfAddress ? noVendorPage() : error;
}
