import type { IncomingMessage } from 'node:http';
import { Problem } from '../../platform/errors';

/** The feed parameters that come from the address of a page of The Events Calendar. */
const parameters = new WeakMap<IncomingMessage, ReadonlySet<string>>();

export function noteVendorPage(request: IncomingMessage, names: Iterable<string>): void {
  parameters.set(request, new Set(names));
}

export const noVendorPage = (): Problem =>
  new Problem('rest-no-route', {
    message: 'No route was found matching the URL and request method.',
  });

/** Returns a 404 page if the address names a page, category or day that does not exist. */
export function asVendorPage(request: IncomingMessage, error: unknown): unknown {
  const names = parameters.get(request);
  const isOfAddress =
    names !== undefined &&
    error instanceof Problem &&
    error.faults.some(({ path }) => names.has(String(path[0])));
  return isOfAddress ? noVendorPage() : error;
}
