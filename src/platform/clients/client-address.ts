import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Some proxies forward an address with the port of the client, and IPv6 in brackets then. */
const WITH_PORT = /^(?:([\d.]+)|\[(.+)\])(?::\d+)?$/;

/** A request; `ip` is that of Express, or of `ForwardedMiddleware` before it. */
type Sent = Pick<IncomingMessage, 'socket'> & { ip?: string };

/**
 * The IP address of a client, forwarded by trusted proxies; undefined after the connection has
 * closed.
 */
export function clientIp({ ip, socket }: Sent): string | undefined {
  // A trusted proxy that forwards no address counts as the client itself. Otherwise a client could
  // invent any number of addresses.
  if (ip === undefined) return socket.remoteAddress;
  const [, v4, v6] = WITH_PORT.exec(ip) ?? [];
  const address = v4 ?? v6 ?? ip;
  return isIP(address) > 0 ? address : socket.remoteAddress;
}

/** Request → its client: the address is not known any more after the connection has closed. */
const known = new WeakMap<object, string>();

/**
 * The key of a client without a credential: its IP address, for IPv6 its /64 prefix (RFC 6177).
 * IPv4-mapped IPv6 addresses count as IPv4. It stays the same for one request.
 */
export function clientAddress(request: Sent): string {
  const address = known.get(request) ?? networkOf(clientIp(request) ?? '');
  known.set(request, address);
  return address;
}

/** An IPv4 address; for IPv6 the /64, of which one household or machine chooses the rest freely. */
function networkOf(ip: string): string {
  const [withoutZone] = ip.split('%', 1);
  if (!ipaddr.isValid(withoutZone)) return withoutZone;
  const address = ipaddr.process(withoutZone);
  if (!(address instanceof ipaddr.IPv6) || address.range() === 'loopback')
    return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
