import { isIP } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';

/** Of an IPv6 address, what belongs to one household or machine: the rest is theirs to choose. */
const IPV6_PREFIX = 64;

/** How some proxies forward an address: with the port of the client, IPv6 in brackets then. */
const WITH_PORT = /^(?:([\d.]+)|\[(.+)\])(?::\d+)?$/;

/** The address of a client, as far as the trusted proxies vouch for it; undefined once it is gone. */
export function clientIp({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | undefined {
  // A trusted proxy that forwards no address is the client itself: names would never end.
  if (ip === undefined) return socket.remoteAddress;
  const [, v4, v6] = WITH_PORT.exec(ip) ?? [];
  const address = v4 ?? v6 ?? ip;
  return isIP(address) > 0 ? address : socket.remoteAddress;
}

const known = new WeakMap<object, string>();

/**
 * What tells clients apart that have shown no credential: their address, of which IPv6 counts by its
 * /64 (RFC 6177), and IPv4 written as IPv6 is IPv4. Of one request it stays the same.
 */
export function clientAddress(request: Pick<Request, 'ip' | 'socket'>): string {
  const address = known.get(request) ?? normalizeIp(clientIp(request) ?? '', IPV6_PREFIX);
  known.set(request, address);
  return address;
}
