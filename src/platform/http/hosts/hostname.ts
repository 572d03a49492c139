import type { IncomingMessage } from 'node:http';
import { Problem } from '../../foundation/errors';
import { parseUrl } from '../../foundation/texts';

/** A host name or address, as in DNS and URIs (RFC 3986 §3.2.2), with or without a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the host without its port, as in URLs: lower case, an IPv6 address in brackets.
 *
 * @returns undefined for a text that is not a host
 */
export function hostnameOf(host: string): string | undefined {
  return HOST.test(host) ? parseUrl(`http://${host}`)?.hostname : undefined;
}

/** True when a request has exactly one Host header, which HTTP/1.1 requires (RFC 9112 §3.2). */
export function hasOneHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const { host = [] } = headersDistinct;
  if (host.length === 0) return httpVersion === '1.0';
  return host.length === 1 && hostnameOf(host[0]) !== undefined;
}

/** 400 for a Host header that is not a host. */
export const unreadableHost = (): Problem =>
  new Problem('rest-bad-request', { message: 'The Host header cannot be read.' });
