import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The header field with the id of a request, in the request and in its answer. */
export const REQUEST_ID = 'X-Request-Id';

/** Node's name of the field. */
const FIELD = REQUEST_ID.toLowerCase();

const TOKEN = /^[\w.:@/+=-]{1,128}$/;

/** Returns the id in the header of the request, if it is a valid token; otherwise a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const sent = headers[FIELD];
  return typeof sent === 'string' && TOKEN.test(sent) ? sent : randomUUID();
}
