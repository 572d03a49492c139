import compression, { type CompressionOptions } from 'compression';
import type { CorsOptionsDelegate } from 'cors';
import type { Request, Response } from 'express';
import type { HelmetOptions } from 'helmet';
import { SERVICE, type Settings } from '../../config';
import type { Declarations } from '../../modules';

/** The security header fields, as strict as the pages allow. */
export const HELMET_OPTIONS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // The images of records can be anywhere.
      imgSrc: ["'self'", 'data:', 'https:', 'http:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
      // Scripts of pages with a key cannot turn texts into markup.
      requireTrustedTypesFor: ["'script'"],
    },
  },
  // The browser sends no origin with a form of a page that has no referrer.
  referrerPolicy: { policy: 'same-origin' },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  // Left to the TLS proxy, which decides on its duration and its hosts.
  strictTransportSecurity: false,
};

const READS = ['GET', 'HEAD', 'OPTIONS'];
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

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
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
];

/** How long browsers may cache a preflight; the maximum of Chromium. */
const PREFLIGHT_SECONDS = 7200;

/**
 * The rights of pages of other origins (docs/reference/access.md#cross-origin-requests): pages of
 * any origin may read public records, and those of `CORS_ORIGINS` may do everything. With protected
 * access and no listed origins, pages of any origin may do everything: their scripts need a
 * credential. Any other header field is allowed, because libraries add fields for tracing.
 */
export function corsOptions(
  { access, corsOrigins }: Settings,
  declarations: Declarations,
): CorsOptionsDelegate<Request> {
  const { records, pages } = SERVICE.totals;
  const common = {
    exposedHeaders: [records, pages, ...RESPONSE_HEADERS, ...declarations.exposedHeaders],
    maxAge: PREFLIGHT_SECONDS,
    // The route responds, with the methods that it has.
    preflightContinue: true,
  };
  const isOpenToAll = access === 'protected' && corsOrigins.length === 0;
  return (request, done) => {
    // With open access, pages of other origins read less than other clients; see `AuthenticationMiddleware`.
    if (access === 'open') request.res?.vary('Origin');
    const isListed = corsOrigins.includes(request.headers.origin ?? '');
    done(null, {
      ...common,
      origin: isOpenToAll || isPublicRead(request) ? '*' : [...corsOrigins],
      methods: isOpenToAll || isListed ? [...READS, ...WRITES] : READS,
    });
  };
}

export const isPreflight = ({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** True for a read without a credential, or for the preflight of one. */
function isPublicRead(request: Request): boolean {
  const { method, headers } = request;
  if (!isPreflight(request)) return READS.includes(method) && headers.authorization === undefined;
  const names = headers['access-control-request-headers'] ?? '';
  return (
    READS.includes(headers['access-control-request-method'] ?? '') &&
    !/(^|[\s,])authorization([\s,]|$)/i.test(names)
  );
}

/**
 * Responses to requests with a credential or a password are not compressed: an attacker who can
 * trigger such requests and measure the length of the responses could find out secrets (BREACH).
 */
export const COMPRESSION_OPTIONS: CompressionOptions = {
  filter: (request: Request, response: Response) =>
    !carriesSecret(request) && compression.filter(request, response),
};

function carriesSecret({ headers, query, body }: Request): boolean {
  const sent: unknown = body;
  return (
    headers.authorization !== undefined ||
    'password' in query ||
    (typeof sent === 'object' && sent !== null && 'password' in sent)
  );
}
