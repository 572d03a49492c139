import { isIP } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';

/** Of an IPv6 address, what belongs to one household or machine: the rest is theirs to choose. */
const IPV6_PREFIX = 64;

/**
 * What tells clients apart that have shown no credential: the address of the client, as far as the
 * trusted proxies vouch for it. IPv6 counts by its /64 (RFC 6177), IPv4 written as IPv6 is IPv4.
 */
export function clientAddress({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string {
  // A trusted proxy that forwards no address is the client itself: names would never end.
  const address = ip !== undefined && isIP(ip) > 0 ? ip : socket.remoteAddress;
  return normalizeIp(address ?? '', IPV6_PREFIX);
}
