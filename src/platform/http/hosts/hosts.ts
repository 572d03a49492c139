import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Settings } from '../../config';
import { Problem } from '../../errors';
import { parseUrl } from '../../texts';

/** A host name or address, as in DNS and URIs (RFC 3986 §3.2.2), with or without a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the host without its port, as in URLs: lower case, an IPv6 address in brackets.
 *
 * @param host undefined as `host` of Express, in spite of its type: behind a trusted proxy that
 * sends no Host, or a blank X-Forwarded-Host
 * @returns undefined for a text that is not a host
 */
export function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined || !HOST.test(host)) return undefined;
  return parseUrl(`http://${host}`)?.hostname;
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

/**
 * Returns a function that decides whether requests for a host are accepted.
 *
 * It prevents DNS rebinding: with open access, a web page could read and write through the browser
 * of a user who can reach the service. The owner of the page's domain points its name to this
 * machine after the page has loaded, and the browser treats both as the same site. IP addresses and
 * `localhost` cannot be redirected like that; other names must be in the settings.
 *
 * @returns a function for results of `hostnameOf`
 */
export function knownHosts({
  access,
  host,
  publicUrl,
  allowedHosts,
}: Pick<Settings, 'access' | 'host' | 'allowedHosts'> & Partial<Pick<Settings, 'publicUrl'>>): (
  hostname: string,
) => boolean {
  if (access === 'protected') return () => true;
  const own = [hostnameOf(host), publicUrl && new URL(publicUrl).hostname];
  const names = new Set([...own, ...allowedHosts].flatMap((name) => (name ? bare(name) : [])));
  return (hostname) => isFixed(bare(hostname)) || names.has(bare(hostname));
}

/** In DNS, a name with a trailing dot is the same name. */
const bare = (hostname: string): string => hostname.replace(/\.$/, '');

const isFixed = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || /^(.+\.)?localhost$/.test(hostname);
