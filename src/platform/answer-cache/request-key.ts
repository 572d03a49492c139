import type { IncomingMessage } from 'node:http';

/** Longer addresses, with what else a key has, are of no use to others. */
const KEY_MAX = 4096;

/**
 * Header fields with which an answer is for one client alone, is not of the record alone, or with
 * which the request may have a body.
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

/** Header fields that may be named in `Vary`: they are in the key, or never there. */
export const VARIED: ReadonlySet<string> = new Set([
  'authorization',
  'accept-encoding',
  'origin',
  'prefer',
]);

/** A request as Express sees it behind trusted proxies; see `ForwardedMiddleware`. */
type Seen = IncomingMessage & { protocol?: string; host?: string; prefix?: string };

/**
 * Everything that the answer to an anonymous read depends on, besides the data: method, scheme,
 * host, address, and the header fields that are named in `Vary`.
 *
 * @returns undefined for a request whose answer is not kept, nor given from memory
 */
export function keyOf(request: Seen): string | undefined {
  const { method, url = '', headers, rawHeaders, httpVersion } = request;
  if (url.length > KEY_MAX) return undefined;
  if ((method !== 'GET' && method !== 'HEAD') || httpVersion !== '1.1') return undefined;
  for (const name of OWN) if (headers[name] !== undefined) return undefined;
  // Dates are compared with the record only if there is no tag (RFC 9110 §13.1.3).
  if (headers['if-modified-since'] !== undefined && headers['if-none-match'] === undefined)
    return undefined;
  // Of a header field that is sent twice, Node may show one only.
  if (Object.keys(headers).length * 2 !== rawHeaders.length) return undefined;
  const { protocol = 'http', host = headers.host, prefix = '' } = request;
  if (host === undefined || !url.startsWith('/') || namesPassword(url)) return undefined;
  const { origin = '', 'accept-encoding': codings = '' } = headers;
  const key = `${method} ${protocol} ${host}${prefix}\n${origin}\n${codings}\n${url}`;
  return key.length <= KEY_MAX ? key : undefined;
}

/** Also one that is percent-encoded; what cannot be decoded is none of ours. */
function namesPassword(url: string): boolean {
  try {
    return (url.includes('%') ? decodeURIComponent(url) : url).includes('password');
  } catch {
    return true;
  }
}
