import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../config';
import { Problem, sendProblem } from '../../errors';
import { isFromTrustedProxy } from '../../modules';
import { parseUrl } from '../../texts';

/**
 * Refuses requests with several Host headers, or without one. An HTTP/1.0 request, as from health
 * checks of load balancers, may lack it: its host is the address of the connection.
 */
@Injectable()
export class OneHostMiddleware implements NestMiddleware {
  constructor(private readonly settings: Settings) {}

  use(request: Request, response: Response, next: NextFunction): void {
    if (!hasOneHost(request)) return sendProblem(response, unreadableHost());
    // Behind a proxy, the address of the connection is not the public one.
    if (this.settings.trustedProxies.length === 0)
      request.headers.host ??= addressOf(request.socket);
    next();
  }
}

/** Returns the local address of a connection, as in a Host header; a Unix socket has none. */
function addressOf({ localAddress, localFamily, localPort }: Socket): string {
  if (localAddress === undefined) return 'localhost';
  return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/**
 * Refuses requests for unknown hosts, with open access only. A host forwarded by a trusted proxy
 * replaces the Host header.
 */
@Injectable()
export class KnownHostMiddleware implements NestMiddleware {
  private readonly isKnown: ReturnType<typeof knownHosts>;

  constructor(settings: Settings) {
    this.isKnown = knownHosts(settings);
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const hostname = hostnameOf(request.host);
    if (hostname === undefined) sendProblem(response, unreadableHost());
    else if (this.isKnown(hostname)) next();
    else sendProblem(response, new Problem('rest-host-not-allowed', { message: UNKNOWN }));
  }
}

const UNKNOWN =
  'While access is open to everybody, the service accepts requests for IP addresses, for localhost, ' +
  'and for the host names in HOST, PUBLIC_URL and ALLOWED_HOSTS.';

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

/** Path segments, none of them `.` or `..`, without a trailing slash. */
const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]{1,100}){1,10}$/;

/**
 * Returns the path prefix that a trusted proxy has removed, such as `/calendar`; empty without one.
 * An invalid prefix, and one from an untrusted peer, are ignored.
 */
export function forwardedPrefix(request: Request): string {
  const prefix = String(request.headers['x-forwarded-prefix'] ?? '').replace(/\/$/, '');
  return PREFIX.test(prefix) && isFromTrustedProxy(request) ? prefix : '';
}
