import type { Request, Response } from 'express';
import { SERVICE } from '../config';
import { rootFrom } from '../texts';
import type { ErrorCode } from './error-codes';
import { errorsOf } from './fault';
import type { Problem } from './problem';

const WRITES = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Sends a problem document (RFC 9457) that includes the request id of the log. The log and the
 * metrics read its code from `response.locals`.
 */
export function sendProblem(response: Response, problem: Problem): void {
  response.locals.problem = problem.code;
  // Some may have been set for a successful response before the error occurred.
  for (const name of OF_SUCCESSES) response.removeHeader(name);
  const errors = errorsOf(problem.faults, (name) => isParameter(response.req, name));
  const text = JSON.stringify({
    ...problem.body,
    ...(errors.length > 0 && { errors }),
    request_id: response.req.id,
  });
  // Express would add an entity tag, which is useless for an error.
  response
    .status(problem.getStatus())
    .set({ Link: helpOf(response.req, problem.code), ...problem.headers })
    .set('Content-Type', 'application/problem+json; charset=utf-8')
    .set('Content-Length', String(Buffer.byteLength(text)))
    .end(text);
}

/**
 * Returns a link to the description of an error in the reference. It is relative to the address of
 * the request, and so works below any path of a proxy.
 */
const helpOf = ({ originalUrl }: Request, code: ErrorCode): string =>
  `<${rootFrom(originalUrl)}docs#error-${code}>; rel="help"`;

const OF_SUCCESSES = [
  'Content-Disposition',
  'ETag',
  'Last-Modified',
  'Link',
  'Location',
  SERVICE.totals.records,
  SERVICE.totals.pages,
];

/**
 * True when a field was sent in the query only: the body of a write includes the parameters of its
 * query.
 */
function isParameter(request: Request, name: string): boolean {
  if (!WRITES.has(request.method)) return true;
  const { query } = request;
  const sent = (request.body ?? {}) as Record<string, unknown>;
  return Object.hasOwn(query, name) && (!Object.hasOwn(sent, name) || sent[name] === query[name]);
}
