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

/** What preflights are told of pages that may read, and of those that may write. */
const PUBLIC_METHODS = READS.join(',');
const PUBLIC_HEADERS = REQUEST_HEADERS.join(',');
const ALL_METHODS = [...READS, ...WRITES].join(',');
const ALL_HEADERS = ['Authorization', ...REQUEST_HEADERS].join(',');

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
 * What pages of other sites may do (Fetch §3.2, docs/operations.md#pages-of-other-sites):
 * everybody's read what is public, and those of `CORS_ORIGINS` everything. Where access is
 * protected and no origins are listed, those of any may do everything: their scripts must know a
 * credential.
 *
 * Browsers send forms of any page without asking first, and with the passwords they know. A write of
 * a page that may do no more than read, and one that may be such a form, is refused before anything
 * is done for it.
 */
export function crossOrigin(settings: Settings): RequestHandler {
  const listed = new Set(settings.corsOrigins);
  const isOpenToAll = settings.access === 'protected' && listed.size === 0;
  return (request, response, next) => {
    const { origin } = request.headers;
    const intent = intentOf(request);
    const isRead = READS.includes(intent.method);
    const isListed = origin !== undefined && listed.has(origin);
    const isForAll = isOpenToAll || (isRead && !intent.credential);
    const mayWrite = isOpenToAll || isListed;
    if (isForAll) response.set('Access-Control-Allow-Origin', '*');
    else if (isListed) response.set('Access-Control-Allow-Origin', origin);
    // Where access is open, pages of other origins read less than others do; see `ForeignPages`.
    if (!isForAll || settings.access === 'open') response.vary('Origin');
    if (!intent.isPreflight) response.set('Access-Control-Expose-Headers', RESPONSE_HEADERS);
    else if (isForAll || isListed)
      response.set({
        'Access-Control-Allow-Methods': mayWrite ? ALL_METHODS : PUBLIC_METHODS,
        'Access-Control-Allow-Headers': mayWrite ? ALL_HEADERS : PUBLIC_HEADERS,
        'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      });
    const isTrusted = isOpenToAll && !hasCachedCredential(request);
    if (WRITES.includes(request.method) && !isTrusted && isForeign(request, settings))
      sendProblem(response, new Problem('rest-origin-not-allowed'));
    else next();
  };
}

/**
 * Whether a browser may have sent this without asking, and with a password that it knows: it attaches
 * those of Basic by itself, and asks before it sends JSON.
 */
const hasCachedCredential = (request: Request): boolean =>
  /^basic\b/i.test(request.headers.authorization ?? '') && !request.is('application/json');

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
