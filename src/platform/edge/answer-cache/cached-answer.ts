import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { findTag, withoutEncodings } from '../../http/compression';
import { Conditions } from '../../http/conditional';
import type { Caller } from '../../http/request-context';
import { VARIED } from './request-key';

type Chunk = string | Uint8Array;

/**
 * Records the body of an answer, as the bytes that are sent.
 *
 * @param bytesMax the maximum size; a larger body is not recorded
 * @param onEnd is called with undefined for a larger body, and not at all for one that is cut off
 */
export function recordBody(
  response: ServerResponse,
  bytesMax: number,
  onEnd: (body: Buffer | undefined) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const note = (chunk: unknown, encoding: unknown): void => {
    if (chunk === undefined || chunk === null || typeof chunk === 'function') return;
    const bytes = bytesOf(chunk as Chunk, encoding);
    length += bytes.length;
    if (length <= bytesMax) chunks.push(bytes);
    else chunks.length = 0;
  };
  const write = response.write.bind(response) as (...parameters: unknown[]) => boolean;
  const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.write = (...parameters: unknown[]): boolean => {
    note(parameters[0], parameters[1]);
    return write(...parameters);
  };
  response.end = (...parameters: unknown[]): ServerResponse => {
    note(parameters[0], parameters[1]);
    end(...parameters);
    onEnd(length <= bytesMax ? joined(chunks, length) : undefined);
    return response;
  };
}

const bytesOf = (chunk: Chunk, encoding: unknown): Buffer =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);

/** Returns a copy with its own memory: a cached body must not hold on to a larger buffer. */
function joined(chunks: readonly Buffer[], length: number): Buffer {
  const body = Buffer.allocUnsafeSlow(length);
  let place = 0;
  for (const chunk of chunks) place += chunk.copy(body, place);
  return body;
}

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
