import type { Request } from 'express';
import { Problem } from '../../platform/errors';

declare module 'express-serve-static-core' {
  interface Request {
    /** The feed parameters that come from the address of a page of The Events Calendar. */
    pageParameters?: readonly string[];
  }
}

export const noVendorPage = (): Problem =>
  new Problem('rest-no-route', {
    message: 'No route was found matching the URL and request method.',
  });

/** Returns a 404 page if the address names a page, category or day that does not exist. */
export function asVendorPage({ pageParameters = [] }: Request, error: unknown): unknown {
  const isOfAddress =
    error instanceof Problem &&
    error.faults.some(({ path }) => pageParameters.includes(String(path[0])));
  return isOfAddress ? noVendorPage() : error;
}
