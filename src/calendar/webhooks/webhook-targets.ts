import { Agent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { Settings } from '../../platform/config';
import { parseUrl } from '../../platform/texts';
import { HostAddresses } from './host-addresses';
import { type AllowedTargets, WebhookSettings } from './webhook-settings';

export interface ResolvedTarget {
  agent: Agent;
  /** Returns the addresses that were checked, even if the name resolves to others later. */
  lookup: LookupFunction;
}

const KEEP_ALIVE = { keepAlive: true, timeout: 15_000 };

/**
 * Allows public addresses, and those in `WEBHOOK_ALLOW` (docs/reference/webhooks.md#targets). This prevents
 * server-side request forgery.
 */
@Injectable()
export class WebhookTargets implements OnApplicationShutdown {
  private readonly allowed: AllowedTargets | undefined;
  /** Checks the address again when it connects. */
  private readonly filtering = guarded(new RequestFilteringHttpsAgent(KEEP_ALIVE));
  /** For the targets of `WEBHOOK_ALLOW`. */
  private readonly unfiltered = guarded(new Agent(KEEP_ALIVE));
  private readonly addresses = new HostAddresses();

  constructor(settings: Settings) {
    this.allowed = settings.of(WebhookSettings).WEBHOOK_ALLOW;
  }

  onApplicationShutdown(): void {
    for (const agent of [this.filtering, this.unfiltered]) agent.destroy();
  }

  faultOf(text: string): string | undefined {
    const url = parseUrl(text);
    if (url?.protocol !== 'https:') return 'must be an absolute https URL';
    if (url.username !== '' || url.password !== '') return 'must not have a user or a password';
    const host = hostOf(url);
    if (this.isAllowedName(host)) return undefined;
    const isLocal = /(^|\.)localhost$/.test(host);
    if (isLocal || (isIP(host) > 0 && !this.isReachable(host)))
      return `must have a public host: ${host} is not one, and WEBHOOK_ALLOW does not name it`;
    return undefined;
  }

  /** @throws Error when the host has no address, or one that webhooks may not reach */
  async resolve(text: string): Promise<ResolvedTarget> {
    const host = hostOf(new URL(text));
    const addresses = await this.addresses.of(host);
    const isAllowed = this.isAllowedName(host);
    const refused = addresses.find(({ address }) => !isAllowed && !this.isReachable(address));
    if (refused) throw new Error(`${refused.address} is not a public address`);
    const arePublic = addresses.every(({ address }) => isPublic(address));
    return {
      agent: arePublic ? this.filtering : this.unfiltered,
      // Later, as `dns.lookup` does: a connection that fails at once has no listener for errors yet.
      lookup: (_host, { all }, callback) =>
        setImmediate(() => {
          if (all) callback(null, addresses);
          else callback(null, addresses[0].address, addresses[0].family);
        }),
    };
  }

  private isReachable(address: string): boolean {
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return isPublic(address) || this.allowed?.networks.check(address, type) === true;
  }

  private isAllowedName(host: string): boolean {
    return this.allowed?.names.has(host) === true;
  }
}

/**
 * Listens for errors of each new connection: requests add their listeners later, and an error without one would end
 * the process.
 */
function guarded<Guarded extends Agent>(agent: Guarded): Guarded {
  const create = agent.createConnection.bind(agent);
  agent.createConnection = (...parameters) => create(...parameters)?.on('error', () => undefined);
  return agent;
}

/** Lower case, without the brackets of IPv6 and the final dot. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Deprecated addresses that contain an IPv4 address (RFC 4291 §2.5.5.1). */
const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96');

function isPublic(text: string): boolean {
  const address = ipaddr.parse(text);
  const isCompatible = address.kind() === 'ipv6' && address.match(IPV4_COMPATIBLE);
  return address.range() === 'unicast' && !isCompatible;
}
