import { randomUUID } from 'node:crypto';

/** The header that names a request, in the request itself and in its answer. */
export const REQUEST_ID = 'X-Request-Id';

const TOKEN = /^[\w.:@/+=-]{1,128}$/;

/** The id that whoever forwarded a request has given it, where it is a token; else a new one. */
export const requestIdOf = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && TOKEN.test(sent) ? sent : randomUUID();
