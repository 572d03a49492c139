import { isIP } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';

/**
 * The prefix of an IPv6 address that belongs to one household or machine, which chooses the rest
 * freely.
 */
const IPV6_PREFIX = 64;

/** Some proxies forward an address with the port of the client, and IPv6 in brackets then. */
const WITH_PORT = /^(?:([\d.]+)|\[(.+)\])(?::\d+)?$/;

/**
 * The IP address of a client, forwarded by trusted proxies; undefined after the connection has
 * closed.
 */
export function clientIp({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | undefined {
  // A trusted proxy that forwards no address counts as the client itself. Otherwise a client could
  // invent any number of addresses.
  if (ip === undefined) return socket.remoteAddress;
  const [, v4, v6] = WITH_PORT.exec(ip) ?? [];
  const address = v4 ?? v6 ?? ip;
  return isIP(address) > 0 ? address : socket.remoteAddress;
}

const known = new WeakMap<object, string>();

/**
 * The key of a client without a credential: its IP address, for IPv6 its /64 prefix (RFC 6177).
 * IPv4-mapped IPv6 addresses count as IPv4. It stays the same for one request.
 */
export function clientAddress(request: Pick<Request, 'ip' | 'socket'>): string {
  const address = known.get(request) ?? normalizeIp(clientIp(request) ?? '', IPV6_PREFIX);
  known.set(request, address);
  return address;
}
