import type { Request } from 'express';
import { forwardedPrefix } from '../http/context';

/** Maximum characters of a key; longer addresses are hardly requested by several clients. */
const KEY_MAX = 4096;

/**
 * Request header fields that exclude caching: the response is for one client alone, depends on more
 * than the record, or the request may have a body.
 */
const EXCLUDED = [
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
];

/** Request header fields on which a cached response depends. */
const KEYED = ['origin', 'accept-encoding', 'if-none-match', 'if-modified-since'];

/** Header fields that the `Vary` of a cached response may name. */
export const VARIED: ReadonlySet<string> = new Set([...EXCLUDED, ...KEYED]);

/**
 * Returns everything that the response to an anonymous read depends on, besides the data.
 *
 * @returns undefined for a request that is not cacheable
 */
export function cacheKey(request: Request): string | undefined {
  const { method, originalUrl: url, protocol, host, headers, rawHeaders } = request;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (EXCLUDED.some((name) => headers[name] !== undefined)) return undefined;
  // Node may expose only one of a repeated header field.
  if (Object.keys(headers).length * 2 !== rawHeaders.length) return undefined;
  if (!url.startsWith('/') || namesPassword(url)) return undefined;
  const fields = KEYED.map((name) => headers[name] ?? '');
  const key = [method, protocol, host, forwardedPrefix(request), ...fields, url].join('\n');
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
