import type { IncomingMessage } from 'node:http';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { SERVICE, Settings } from '../../foundation/config';
import { Problem, sendProblem } from '../../foundation/errors';
import { Declarations } from '../../foundation/modules';
import { isForeign } from '../../http/hosts';

const READS = ['GET', 'HEAD', 'OPTIONS'];
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Request header fields that scripts may set, besides those that CORS always allows. Sent to
 * clients that do not list the fields they set.
 */
const REQUEST_HEADERS = [
  'Content-Type',
  'Cache-Control',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Unmodified-Since',
  'Pragma',
  'Prefer',
  'Traceparent',
  'Tracestate',
  'X-HTTP-Method-Override',
  'X-Request-Id',
  'X-Requested-With',
];

/** A header field name (RFC 9110 §5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * The methods in answers to preflights: for origins that may only read, and for those that may
 * write.
 */
const PUBLIC_METHODS = READS.join(',');
const ALL_METHODS = [...READS, ...WRITES].join(',');

/** Response header fields that scripts may read, besides those that CORS always allows. */
const RESPONSE_HEADERS = [
  'Deprecation',
  'Sunset',
  'Link',
  'Location',
  'Allow',
  'ETag',
  'Last-Modified',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
  'Preference-Applied',
  'X-Ignored',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
];

/** How long browsers may cache a preflight; the maximum of Chromium. */
const PREFLIGHT_SECONDS = '7200';

/** The request that a script sends, or announces by a preflight. */
interface Intent {
  method: string;
  /** Whether the request carries a credential. */
  credential: boolean;
  isPreflight: boolean;
}

/**
 * CORS: the rights of pages of other origins (Fetch §3.2, docs/reference/access.md#cross-origin-requests).
 * Pages of any origin may read public records, and those of `CORS_ORIGINS` may do everything. With
 * protected access and no listed origins, pages of any origin may do everything: their scripts need
 * a credential.
 *
 * Browsers send forms of any page without a preflight, and with stored passwords. A write that may
 * come from such a form is refused at once if its origin may only read.
 */
@Injectable()
export class CrossOriginMiddleware implements NestMiddleware {
  private readonly exposedHeaders: string;
  private readonly publicHeaders: string;
  private readonly allHeaders: string;
  private readonly listed: ReadonlySet<string>;
  private readonly isOpenToAll: boolean;

  constructor(
    private readonly settings: Settings,
    { headers }: Declarations,
  ) {
    const { records, pages } = SERVICE.totals;
    this.exposedHeaders = [records, pages, ...RESPONSE_HEADERS, ...headers.response].join(',');
    this.publicHeaders = [...REQUEST_HEADERS, ...headers.request].join(',');
    this.allHeaders = ['Authorization', this.publicHeaders].join(',');
    this.listed = new Set(settings.corsOrigins);
    this.isOpenToAll = settings.access === 'protected' && this.listed.size === 0;
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const { isOpenToAll, settings } = this;
    response.set(this.headersFor(request));
    const isTrusted = isOpenToAll && !hasCachedCredential(request);
    if (!WRITES.includes(request.method) || isTrusted || !isForeign(request, settings)) {
      next();
      return;
    }
    // Lets the page read the reason.
    response.set('Access-Control-Allow-Origin', request.get('Origin')).vary('Origin');
    sendProblem(
      response,
      new Problem('rest-origin-not-allowed', {
        message:
          `Pages of ${request.get('Origin')} may only read. ` +
          'Whoever runs the service can name this origin in CORS_ORIGINS.',
      }),
    );
  }

  /** Returns the CORS header fields of an answer. The first `Vary` of the answer is set here. */
  headersFor(request: Pick<IncomingMessage, 'method' | 'headers'>): Record<string, string> {
    const { isOpenToAll, settings } = this;
    const { origin } = request.headers;
    const intent = intentOf(request);
    const isRead = READS.includes(intent.method);
    const isListed = origin !== undefined && this.listed.has(origin);
    const isForAll = isOpenToAll || (isRead && !intent.credential);
    const mayWrite = isOpenToAll || isListed;
    const headers: Record<string, string> = {};
    if (isForAll) headers['Access-Control-Allow-Origin'] = '*';
    else if (isListed) headers['Access-Control-Allow-Origin'] = origin;
    // With open access, pages of other origins read less than other clients; see `Authentication`.
    if (!isForAll || settings.access === 'open') headers.Vary = 'Origin';
    if (!intent.isPreflight) headers['Access-Control-Expose-Headers'] = this.exposedHeaders;
    else if (isForAll || isListed) {
      headers['Access-Control-Allow-Methods'] = mayWrite ? ALL_METHODS : PUBLIC_METHODS;
      headers['Access-Control-Allow-Headers'] = [
        mayWrite ? this.allHeaders : this.publicHeaders,
        ...othersIn(request, this.allHeaders),
      ].join(',');
      headers['Access-Control-Max-Age'] = PREFLIGHT_SECONDS;
    }
    return headers;
  }
}

/**
 * Returns the requested header fields that this service does not use. Fields that libraries add for
 * tracing, caching or another server must not make the browser refuse the request.
 */
function othersIn({ headers }: Pick<IncomingMessage, 'headers'>, known: string): string[] {
  const ours = new Set(known.toLowerCase().split(','));
  return (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => NAME.test(name) && !ours.has(name.toLowerCase()));
}

/**
 * True when a browser may have sent this request without a preflight and with a stored password: it
 * adds Basic credentials itself, and sends a preflight before JSON.
 */
const hasCachedCredential = (request: Request): boolean =>
  /^basic\b/i.test(request.headers.authorization ?? '') && !request.is('application/json');

/** Returns whether a browser asks whether a page may send a request. */
export const isPreflight = ({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

function intentOf(request: Pick<IncomingMessage, 'method' | 'headers'>): Intent {
  const { method = '', headers } = request;
  const names = headers['access-control-request-headers'] ?? '';
  if (isPreflight(request))
    return {
      method: headers['access-control-request-method']!,
      credential: /(^|[\s,])authorization([\s,]|$)/i.test(names),
      isPreflight: true,
    };
  return { method, credential: headers.authorization !== undefined, isPreflight: false };
}
