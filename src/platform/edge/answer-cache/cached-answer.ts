import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { findTag, withoutEncodings } from '../../http/compression';
import { Conditions } from '../../http/conditional';
import type { Caller } from '../../http/request-context';
import { VARIED } from './request-key';

/** Header fields that are set anew for each answer. */
const OWN = new Set([
  'connection',
  'date',
  'keep-alive',
  'ratelimit',
  'ratelimit-policy',
  'transfer-encoding',
  'x-request-id',
]);

/** Header fields that describe a body, which a 304 does not have. */
const OF_BODY = new Set(['content-encoding', 'content-length', 'content-type', 'last-modified']);

/** The `Cache-Control` of every answer that is the same for all clients. */
const FOR_ALL = 'no-cache';

/** A cached answer, valid while the data has its version. */
export interface CachedAnswer {
  version: string;
  /** When it expires without a write; milliseconds since 1970. */
  until: number;
  /** Name, value, name, value …; undefined when only a 304 is cached. */
  fields?: readonly string[];
  /** In the content coding that `fields` names. */
  body?: Buffer;
  /** The entity tag without the suffix of a content coding. */
  tag?: string;
  /** The header fields of a 304, without its tag. */
  unchangedFields: readonly string[];
  /** For the log and the metrics. */
  route: unknown;
  caller: Caller;
  bytes: number;
}

/**
 * Makes a cache entry of an answer.
 *
 * @param request as handled by Express
 * @param body as it was sent
 * @returns undefined for an answer that must not be shared or reused
 */
export function toCachedAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  version: string,
): CachedAnswer | undefined {
  const { context, route } = request as Partial<Pick<Request, 'context'>> & { route?: unknown };
  const { statusCode } = response;
  if (context === undefined || context.caller.credential) return undefined;
  if (statusCode !== 200 && statusCode !== 304) return undefined;
  if (response.getHeader('cache-control') !== FOR_ALL || response.hasHeader('set-cookie'))
    return undefined;
  const varied = namesIn(response.getHeader('vary'));
  if (!varied.every((name) => VARIED.has(name.toLowerCase()))) return undefined;
  const all = fieldsOf(response).filter(([name]) => !OWN.has(name.toLowerCase()));
  const etag = all.find(([name]) => name.toLowerCase() === 'etag')?.[1];
  const unchangedFields = all.flatMap(([name, value]) => unchanged(name, value));
  const fields = statusCode === 304 ? undefined : all.flat();
  if (fields && request.method === 'GET' && !response.hasHeader('content-length'))
    fields.push('Content-Length', String(body.length));
  const texts = [...(fields ?? []), ...unchangedFields];
  return {
    version,
    until: context.freshness.until,
    fields,
    body,
    tag: etag && withoutEncodings(etag),
    unchangedFields,
    route,
    caller: context.caller,
    bytes: body.length + texts.reduce((sum, text) => sum + text.length, 0),
  };
}

/**
 * Sends a cached answer, as a 304 to a client that already has it.
 *
 * @returns false, with nothing sent, when only a 304 is cached and the client has another version
 */
export function sendAgain(
  { fields, body, tag, unchangedFields, route, caller }: CachedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const known = request.headers['if-none-match'];
  const isKnown = known !== undefined && tag !== undefined && matches(known, tag);
  if (!isKnown && !fields) return false;
  // Express sets the same fields, for the log and the metrics.
  Object.assign(request, { route, context: { caller } });
  if (isKnown) {
    response.writeHead(304, [...unchangedFields, 'ETag', findTag(known, tag)]);
    response.end();
  } else {
    response.writeHead(200, fields as string[]);
    if (request.method === 'HEAD') response.end();
    else response.end(body);
  }
  return true;
}

const matches = (known: string, etag: string): boolean =>
  new Conditions({ headers: { 'if-none-match': withoutEncodings(known) } }).isNotModified({ etag });

/** Returns a header field of the whole answer as the 304 has it; empty when the 304 lacks it. */
function unchanged(name: string, value: string): string[] {
  const lower = name.toLowerCase();
  if (lower === 'etag' || OF_BODY.has(lower)) return [];
  if (lower !== 'vary') return [name, value];
  // A 304 has no body to compress.
  const names = namesIn(value).filter((each) => each.toLowerCase() !== 'accept-encoding');
  return [name, names.join(', ')];
}

function fieldsOf(response: ServerResponse): [string, string][] {
  // Node's types declare this method for client requests only.
  const { getRawHeaderNames } = response as unknown as Pick<ClientRequest, 'getRawHeaderNames'>;
  return getRawHeaderNames
    .call(response)
    .flatMap((name) =>
      [response.getHeader(name) ?? []]
        .flat()
        .map((value): [string, string] => [name, String(value)]),
    );
}

const namesIn = (field: number | string | string[] | undefined): string[] =>
  [field ?? []]
    .flat()
    .flatMap((value) => String(value).split(','))
    .map((name) => name.trim())
    .filter(Boolean);
