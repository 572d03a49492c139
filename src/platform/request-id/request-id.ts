import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The header field that names a request, in the request itself and in its answer. */
export const REQUEST_ID = 'X-Request-Id';

/** As Node names it among the fields of a request. */
const FIELD = REQUEST_ID.toLowerCase();

const TOKEN = /^[\w.:@/+=-]{1,128}$/;

/** The id that whoever forwarded a request has given it, where it is a token; else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const sent = headers[FIELD];
  return typeof sent === 'string' && TOKEN.test(sent) ? sent : randomUUID();
}
