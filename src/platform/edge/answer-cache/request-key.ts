import type { IncomingMessage } from 'node:http';

/** Maximum characters of a key; longer addresses are hardly requested by several clients. */
const KEY_MAX = 4096;

/**
 * Request header fields that exclude caching: the answer is for one client alone, depends on more
 * than the record, or the request may have a body.
 */
const OWN = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'if-match',
  'if-unmodified-since',
  'range',
  'expect',
  'prefer',
  'upgrade',
  'content-length',
  'transfer-encoding',
] as const;

/**
 * Header fields that may be named in `Vary`: the key holds them, or a request with them is not
 * cached.
 */
export const VARIED: ReadonlySet<string> = new Set([
  'authorization',
  'accept-encoding',
  'origin',
  'prefer',
]);

/** A request as Express sees it behind trusted proxies; see `ForwardedMiddleware`. */
type Seen = IncomingMessage & { protocol?: string; host?: string; prefix?: string };

/**
 * Returns everything that the answer to an anonymous read depends on, besides the data: method,
 * scheme, host, address, and the header fields that are named in `Vary`.
 *
 * @returns undefined for a request that is not cacheable
 */
export function keyOf(request: Seen): string | undefined {
  const { method, url = '', headers, rawHeaders, httpVersion } = request;
  if ((method !== 'GET' && method !== 'HEAD') || httpVersion !== '1.1') return undefined;
  for (const name of OWN) if (headers[name] !== undefined) return undefined;
  // Dates are compared with the record only if there is no tag (RFC 9110 §13.1.3).
  if (headers['if-modified-since'] !== undefined && headers['if-none-match'] === undefined)
    return undefined;
  // Node may expose only one of a repeated header field.
  if (Object.keys(headers).length * 2 !== rawHeaders.length) return undefined;
  const { protocol = 'http', host = headers.host, prefix = '' } = request;
  if (host === undefined || !url.startsWith('/') || namesPassword(url)) return undefined;
  const { origin = '', 'accept-encoding': codings = '' } = headers;
  const key = `${method} ${protocol} ${host}${prefix}\n${origin}\n${codings}\n${url}`;
  return key.length <= KEY_MAX ? key : undefined;
}

/**
 * Also finds a percent-encoded password. An address that cannot be decoded counts as having one.
 */
function namesPassword(url: string): boolean {
  try {
    return (url.includes('%') ? decodeURIComponent(url) : url).includes('password');
  } catch {
    return true;
  }
}
