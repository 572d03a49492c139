import type { IncomingHttpHeaders } from 'node:http';

/** What a request carries; `query` and `body` are missing until they have been read. */
interface Carried {
  headers: IncomingHttpHeaders;
  query?: object;
  body?: unknown;
}

/** Whether a request may see more than others by what it carries: a credential, or a password. */
export const carriesSecret = ({ headers, query = {}, body }: Carried): boolean =>
  headers.authorization !== undefined ||
  'password' in query ||
  (typeof body === 'object' && body !== null && 'password' in body);
