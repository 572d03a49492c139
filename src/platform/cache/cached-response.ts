import type { OutgoingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { Caller } from '../http/context';
import { VARIED } from './cache-key';

/** The overhead of a cache entry, besides its key and its own bytes. */
const ENTRY_BYTES = 1000;

/** The `Cache-Control` of every response that is the same for all clients. */
const FOR_ALL = 'no-cache';

/** A cached response, valid while the data has its version. */
export interface CachedResponse {
  version: string;
  /** When it expires without a write; milliseconds since 1970. */
  until: number;
  /** 200 or 304. */
  status: number;
  /** The header fields that were set after the cache. */
  headers: OutgoingHttpHeaders;
  /** In the content coding that `headers` names. */
  body: Uint8Array;
  /** For the log and the metrics. */
  route: unknown;
  caller: Caller;
  bytes: number;
}

/**
 * Records a response while it is sent.
 *
 * @returns undefined for a response that must not be cached, is larger than `bytesMax`, or is cut off
 */
export function recordResponse(
  request: Request,
  response: Response,
  version: string,
  bytesMax: number,
): Promise<CachedResponse | undefined> {
  const before = response.getHeaders();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const add = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    const bytes =
      typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : chunk;
    length += bytes.length;
    if (length <= bytesMax) chunks.push(bytes);
    else chunks.length = 0;
  };
  for (const name of ['write', 'end'] as const) {
    const send = response[name].bind(response) as (...parameters: unknown[]) => unknown;
    const recording = (...parameters: unknown[]): unknown => {
      add(parameters[0], parameters[1]);
      return send(...parameters);
    };
    Object.assign(response, { [name]: recording });
  }
  return new Promise((resolve) => {
    response.once('close', () => resolve(undefined));
    response.once('prefinish', () => {
      if (length > bytesMax || !isCacheable(request, response)) return resolve(undefined);
      // A copy with its own memory does not hold on to a larger buffer.
      const body = new Uint8Array(Buffer.concat(chunks));
      const headers = headersSince(before, response);
      if (request.method === 'GET' && response.statusCode === 200)
        headers['content-length'] = body.length;
      const { caller, cacheControl } = request.context;
      const route: unknown = request.route;
      const bytes = body.length + JSON.stringify(headers).length + ENTRY_BYTES;
      const { statusCode: status } = response;
      resolve({ version, until: cacheControl.until, status, headers, body, route, caller, bytes });
    });
  });
}

export function sendCached(cached: CachedResponse, request: Request, response: Response): void {
  const { status, headers, body, route, caller } = cached;
  // The log and the metrics read these.
  Object.assign(request, { route, context: { caller } });
  response.status(status);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value!);
  response.end(body);
}

function isCacheable({ context }: Partial<Request>, response: Response): boolean {
  const { statusCode } = response;
  const vary = String(response.getHeader('vary') ?? '')
    .toLowerCase()
    .split(',');
  return (
    context !== undefined &&
    !context.caller.credential &&
    context.cacheControl.until > Date.now() &&
    (statusCode === 200 || statusCode === 304) &&
    response.getHeader('cache-control') === FOR_ALL &&
    !response.hasHeader('set-cookie') &&
    vary.every((name) => name.trim() === '' || VARIED.has(name.trim()))
  );
}

/** Returns the header fields that were added or changed since `before`. */
function headersSince(before: OutgoingHttpHeaders, response: Response): OutgoingHttpHeaders {
  const fields = Object.entries(response.getHeaders()).filter(
    ([name, value]) => name !== 'connection' && value !== before[name],
  );
  return Object.fromEntries(fields);
}
