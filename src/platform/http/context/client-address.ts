import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Some proxies forward an address with the port of the client, and then IPv6 in brackets. */
const WITH_PORT = /^(?:([\d.]+)|\[(.+)\])(?::\d+)?$/;

/** A request; Express sets `ip`. */
type Sent = Pick<IncomingMessage, 'socket'> & { ip?: string };

/**
 * Returns the IP address of a client, forwarded by trusted proxies; undefined after the connection
 * has closed.
 */
export function clientIp({ ip, socket }: Sent): string | undefined {
  // A trusted proxy that forwards no address counts as the client itself. Otherwise a client could
  // invent any number of addresses.
  if (ip === undefined) return socket.remoteAddress;
  const [, v4, v6] = WITH_PORT.exec(ip) ?? [];
  const address = v4 ?? v6 ?? ip;
  return isIP(address) > 0 ? address : socket.remoteAddress;
}

/** Request → its client, because a closed connection has no address any more. */
const known = new WeakMap<object, string>();

/**
 * Returns the key of a client without a credential: its IP address, for IPv6 its /64 prefix (RFC
 * 6177). IPv4-mapped IPv6 addresses count as IPv4. It stays the same for one request.
 */
export function clientAddress(request: Sent): string {
  const address = known.get(request) ?? networkOf(clientIp(request) ?? '');
  known.set(request, address);
  return address;
}

/**
 * Returns an IPv4 address, or the /64 of IPv6: one household or machine chooses the remaining bits
 * freely.
 */
function networkOf(ip: string): string {
  const [withoutZone] = ip.split('%', 1);
  if (!ipaddr.isValid(withoutZone)) return withoutZone;
  const address = ipaddr.process(withoutZone);
  if (!(address instanceof ipaddr.IPv6) || address.range() === 'loopback')
    return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
