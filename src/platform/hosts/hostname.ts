import type { IncomingMessage } from 'node:http';

/** A host name or address, as DNS and URIs take it (RFC 3986 §3.2.2), with or without a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The name of a host without its port, as URLs write it: in lower case, an IPv6 address in brackets.
 *
 * @returns undefined for a text that is no host
 */
export function hostnameOf(host: string): string | undefined {
  const address = `http://${host}`;
  return HOST.test(host) && URL.canParse(address) ? new URL(address).hostname : undefined;
}

/** Whether a request has the one Host header that HTTP/1.1 asks for (RFC 9112 §3.2). */
export function hasOneHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const { host = [] } = headersDistinct;
  if (host.length === 0) return httpVersion === '1.0';
  return host.length === 1 && hostnameOf(host[0]) !== undefined;
}
