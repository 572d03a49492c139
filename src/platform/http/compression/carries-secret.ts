import type { IncomingHttpHeaders } from 'node:http';

/**
 * The parts of a request that may hold secrets; `query` and `body` are missing until they are
 * parsed.
 */
interface Carried {
  headers: IncomingHttpHeaders;
  query?: object;
  body?: unknown;
}

/** True when a request carries a credential or a password, so that its answer may show more. */
export const carriesSecret = ({ headers, query = {}, body }: Carried): boolean =>
  headers.authorization !== undefined ||
  'password' in query ||
  (typeof body === 'object' && body !== null && 'password' in body);
