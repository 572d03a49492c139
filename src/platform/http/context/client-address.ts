import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Some proxies forward an address with the port of the client, and then IPv6 in brackets. */
const WITH_PORT = /^(?:([\d.]+)|\[(.+)\])(?::\d+)?$/;

declare module 'express-serve-static-core' {
  interface Request {
    /**
     * The IP address of the client when the request arrived, because a closed connection has none
     * any more; undefined if it had closed before.
     */
    clientIp?: string;
  }
}

/** Returns the IP address of the client, as forwarded by trusted proxies. */
export function clientIpOf({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | undefined {
  // A trusted proxy that forwards no address counts as the client itself. Otherwise a client could
  // invent any number of addresses.
  if (ip === undefined) return socket.remoteAddress;
  const [, v4, v6] = WITH_PORT.exec(ip) ?? [];
  const address = v4 ?? v6 ?? ip;
  return isIP(address) > 0 ? address : socket.remoteAddress;
}

/**
 * Returns the key of a client without a credential: its IP address, for IPv6 its /64 prefix (RFC
 * 6177), which one household or machine chooses freely. IPv4-mapped IPv6 addresses count as IPv4.
 */
export function clientAddress({ clientIp = '' }: Pick<Request, 'clientIp'>): string {
  const [withoutZone] = clientIp.split('%', 1);
  if (!ipaddr.isValid(withoutZone)) return withoutZone;
  const address = ipaddr.process(withoutZone);
  if (!(address instanceof ipaddr.IPv6) || address.range() === 'loopback')
    return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
