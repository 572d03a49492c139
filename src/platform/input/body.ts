import type { IncomingMessage } from 'node:http';
import { json, type Request, type RequestHandler, urlencoded } from 'express';
import { type ErrorCode, Problem } from '../errors';

const WRITES = new Set(['POST', 'PUT', 'PATCH']);
/** Beyond what any record holds, also one that was read: more input would only cost time. */
const DEPTH_MAX = 20;
const VALUES_MAX = 50_000;
/** Parameters of one query or form, and keys of one object. */
export const PARAMETERS_MAX = 1000;

/**
 * Which requests a body parser reads: writes of a content type. The body of a read or a deletion
 * means nothing (RFC 9110 §9.3.1, §9.3.5), and must not make it fail.
 */
function writesOf(type: string): (request: IncomingMessage) => boolean {
  return (request) => WRITES.has(request.method ?? '') && Boolean((request as Request).is(type));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** @throws Problem 400 or 413 for a body that nothing honest has the shape of */
function checkShape(root: object): void {
  let values = 0;
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX)
      throw new Problem('rest-bad-request', {
        message: `The body is nested more than ${DEPTH_MAX} levels deep.`,
      });
    const objects = level.filter(isObject);
    level = objects.flatMap((value) => Object.values(value));
    values += level.length;
    if (values > VALUES_MAX || objects.some(hasTooManyKeys))
      throw new Problem('rest-body-too-large', {
        message: `The body holds more than ${VALUES_MAX} values, or ${PARAMETERS_MAX} in one object.`,
      });
  }
}

const hasTooManyKeys = (value: object): boolean =>
  !Array.isArray(value) && Object.keys(value).length > PARAMETERS_MAX;

/** What a body parser's error means, by the `type` it carries. */
const PARSER_ERRORS: Record<string, ErrorCode> = {
  'entity.parse.failed': 'rest-invalid-json',
  'entity.too.large': 'rest-body-too-large',
  'parameters.too.many': 'rest-body-too-large',
  'encoding.unsupported': 'rest-unsupported-media-type',
  'charset.unsupported': 'rest-unsupported-media-type',
};

declare module 'express-serve-static-core' {
  interface Request {
    /** What is wrong with the body, until it is known whether the caller may send one. */
    bodyProblem?: Problem;
  }
}

/**
 * Reads the bodies of writes, JSON and forms.
 *
 * @param limit largest body, in bytes
 */
export function bodyParsers(limit: number): RequestHandler[] {
  const parsers = [
    json({ type: writesOf('application/json'), limit, strict: false }),
    urlencoded({
      type: writesOf('application/x-www-form-urlencoded'),
      limit,
      extended: true,
      parameterLimit: PARAMETERS_MAX,
    }),
  ];
  return parsers.map((parse) => (request, response, next) => {
    parse(request, response, (error?: unknown) => {
      if (error) {
        const { type = '' } = error as { type?: string };
        request.bodyProblem = new Problem(PARSER_ERRORS[type] ?? 'rest-bad-request');
      }
      next();
    });
  });
}

/**
 * A write's body, whatever its encoding, with the parameters of its query below it (contract §2).
 *
 * @throws Problem 400, 413 or 415 for a body that cannot be read
 */
export function readBody(request: Request): Record<string, unknown> {
  if (request.bodyProblem) throw request.bodyProblem;
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
  if (body !== undefined) checkShape(body);
  return { ...request.query, ...body };
}

export const isWrite = ({ method }: { method?: string }): boolean => WRITES.has(method ?? '');
