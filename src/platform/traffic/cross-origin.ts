import type { Request, RequestHandler } from 'express';
import type { Settings } from '../config';
import { Problem, sendProblem } from '../errors';
import { isForeign } from './own-origin';

const READS = ['GET', 'HEAD', 'OPTIONS'];
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Header fields of requests that scripts may set, besides those that they may set everywhere. */
const REQUEST_HEADERS = [
  'Content-Type',
  'Cache-Control',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Unmodified-Since',
  'Pragma',
  'Traceparent',
  'Tracestate',
  'X-Request-Id',
  'X-Requested-With',
  // Scripts of the vendor's sites send it with every request.
  'X-WP-Nonce',
];

/** What preflights are told of all pages, and of those of `CORS_ORIGINS`. */
const PUBLIC_METHODS = READS.join(',');
const PUBLIC_HEADERS = REQUEST_HEADERS.join(',');
const LISTED_METHODS = [...READS, ...WRITES].join(',');
const LISTED_HEADERS = ['Authorization', ...REQUEST_HEADERS].join(',');

const RESPONSE_HEADERS = [
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'Link',
  'Location',
  'Allow',
  'ETag',
  'Last-Modified',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
].join(',');

/** How long browsers may remember what is allowed; Chromium remembers no longer. */
const PREFLIGHT_SECONDS = '7200';

/** What a script is about to do, or does. */
interface Intent {
  method: string;
  /** Whether it sends a credential. */
  credential: boolean;
  isPreflight: boolean;
}

/**
 * What pages of other sites may do (Fetch §3.2): everybody's read what is public, and those of
 * `CORS_ORIGINS` everything.
 *
 * Browsers send forms of any page without asking first, and with the passwords they know: a write
 * from a page of another origin is refused before anything is done for it.
 */
export function crossOrigin(settings: Settings): RequestHandler {
  const listed = new Set(settings.corsOrigins);
  return (request, response, next) => {
    const { origin } = request.headers;
    const intent = intentOf(request);
    const isRead = READS.includes(intent.method);
    const isListed = origin !== undefined && listed.has(origin);
    const isForAll = isRead && !intent.credential;
    if (isForAll) response.set('Access-Control-Allow-Origin', '*');
    else if (isListed) response.set('Access-Control-Allow-Origin', origin);
    // Where access is open, pages of other origins read less than others do; see `ForeignPages`.
    if (!isForAll || settings.access === 'open') response.vary('Origin');
    if (!intent.isPreflight) response.set('Access-Control-Expose-Headers', RESPONSE_HEADERS);
    else if (isForAll || isListed)
      response.set({
        'Access-Control-Allow-Methods': isListed ? LISTED_METHODS : PUBLIC_METHODS,
        'Access-Control-Allow-Headers': isListed ? LISTED_HEADERS : PUBLIC_HEADERS,
        'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      });
    if (WRITES.includes(request.method) && isForeign(request, settings))
      sendProblem(response, new Problem('rest-origin-not-allowed'));
    else next();
  };
}

function intentOf({ method, headers }: Request): Intent {
  const asked = headers['access-control-request-method'];
  const names = headers['access-control-request-headers'] ?? '';
  if (method === 'OPTIONS' && headers.origin !== undefined && asked !== undefined)
    return {
      method: asked,
      credential: /(^|[\s,])authorization([\s,]|$)/i.test(names),
      isPreflight: true,
    };
  return { method, credential: headers.authorization !== undefined, isPreflight: false };
}
