import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../errors';

const WRITES = new Set(['POST', 'PUT', 'PATCH']);
/** Deeper than any record; deeper input would only cost time. */
const DEPTH_MAX = 20;

/**
 * Which requests a body parser reads: writes of a content type. The body of a read or a deletion
 * means nothing (RFC 9110 §9.3.1, §9.3.5), and must not make it fail.
 */
export function writesOf(type: string): (request: IncomingMessage) => boolean {
  return (request) => WRITES.has(request.method ?? '') && Boolean((request as Request).is(type));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function tooDeep(root: unknown): boolean {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) return true;
    level = level.filter(isObject).flatMap((value) => Object.values(value));
  }
  return false;
}

/** A write's body, whatever its encoding, with the parameters of its query below it (contract §2). */
export function readBody(request: Request, _response: Response, next: NextFunction): void {
  if (!WRITES.has(request.method)) return next();
  const body: unknown = request.body;
  const sent =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0;
  if (body === undefined && sent)
    throw new Problem('rest-unsupported-media-type', {
      message: 'Send application/json or application/x-www-form-urlencoded.',
    });
  if (body !== undefined && (!isObject(body) || Array.isArray(body)))
    throw new Problem('rest-invalid-json', { message: 'The body must be a JSON object.' });
  if (tooDeep(body))
    throw new Problem('rest-bad-request', {
      message: `The body is nested more than ${DEPTH_MAX} levels deep.`,
    });
  request.body = { ...request.query, ...body };
  next();
}
