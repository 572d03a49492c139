import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { REQUEST_ID } from '../request-id';
import { SERVICE } from '../service';
import type { ErrorCode } from './error-codes';
import { errorsOf } from './fault';
import type { Problem } from './problem';

/** The methods that have a body. */
const WRITES = new Set(['POST', 'PUT', 'PATCH']);

/** Response → the code that it was sent with, for the log; it goes with the response. */
const codes = new WeakMap<ServerResponse, ErrorCode>();

/** Answers with a problem document (RFC 9457), with the id of the request in the log. */
export function sendProblem(response: Response, problem: Problem): void {
  codes.set(response, problem.code);
  const request_id = response.getHeader(REQUEST_ID);
  if (hasMuchToCome(response.req)) response.set('Connection', 'close');
  // It may have been found after these were set for the answer that it is not.
  for (const name of OF_ANSWERS) response.removeHeader(name);
  const errors = errorsOf(problem.faults, (name) => isParameter(response.req, name));
  const text = JSON.stringify({
    ...problem.body,
    ...(errors.length > 0 && { errors }),
    ...(request_id !== undefined && { request_id }),
  });
  // Express would add an entity tag, which is useless for an error.
  response
    .status(problem.getStatus())
    .set(problem.headers)
    .set('Content-Type', 'application/problem+json; charset=utf-8')
    .set('Content-Length', String(Buffer.byteLength(text)))
    .end(text);
}

/** Header fields of what would have been answered. */
const OF_ANSWERS = [
  'Content-Disposition',
  'ETag',
  'Last-Modified',
  'Link',
  'Location',
  SERVICE.totals.records,
  SERVICE.totals.pages,
];

/** Whether a field was sent in the query alone: the body of a write has the parameters of its query. */
function isParameter(request: Request, name: string): boolean {
  if (!WRITES.has(request.method)) return true;
  const { query } = request;
  const sent = (request.body ?? {}) as Record<string, unknown>;
  return Object.hasOwn(query, name) && (!Object.hasOwn(sent, name) || sent[name] === query[name]);
}

/** What is read and dropped of a request that is answered before it has arrived; bytes. */
const DROPPED_MAX = 64 * 1024;

/** Whether more of a request may follow than it is worth to read for its connection (RFC 9112 §9.6). */
export const hasMuchToCome = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > DROPPED_MAX);

/** The error code that a response was sent with; undefined when it tells of no error. */
export const problemCodeOf = (response: ServerResponse): ErrorCode | undefined =>
  codes.get(response);
