import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { Agent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { Settings } from '../../platform/foundation/config';
import { parseUrl } from '../../platform/foundation/texts';
import { type AllowedTargets, WebhookSettings } from './webhook-settings';

/** How to connect to a target. */
export interface ResolvedTarget {
  agent: Agent;
  /** Returns the addresses that were checked, whatever the name resolves to later. */
  lookup: LookupFunction;
}

/** The timeout of a resolver: the service cannot end its lookup. */
const LOOKUP_MILLISECONDS = 3000;
const KEPT = { keepAlive: true, timeout: 15_000 };

/**
 * Decides which addresses webhooks may reach: public ones, and those in `WEBHOOK_ALLOW`
 * (docs/reference/webhooks.md#targets). This prevents server-side request forgery.
 */
@Injectable()
export class WebhookTargets implements OnApplicationShutdown {
  private readonly allowed: AllowedTargets | undefined;
  /** Refuses private addresses once more, when it connects. */
  private readonly filtering = new RequestFilteringHttpsAgent(KEPT);
  /** For the targets of `WEBHOOK_ALLOW`. */
  private readonly unfiltered = new Agent(KEPT);
  /** Host → its lookup. A name server that hangs occupies a thread once, not once for each attempt. */
  private readonly lookups = new Map<string, Promise<LookupAddress[]>>();

  constructor(settings: Settings) {
    this.allowed = settings.of(WebhookSettings).WEBHOOK_ALLOW;
  }

  onApplicationShutdown(): void {
    for (const agent of [this.filtering, this.unfiltered]) agent.destroy();
  }

  /** Returns what is wrong with the URL of a webhook that is saved; undefined if nothing is. */
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

  /**
   * Resolves the host of a URL.
   *
   * @throws Error when it has no address, or one that webhooks may not reach
   */
  async resolve(text: string): Promise<ResolvedTarget> {
    const host = hostOf(new URL(text));
    const addresses = await Promise.race([
      this.lookup(host),
      sleep(LOOKUP_MILLISECONDS, undefined, { ref: false }),
    ]);
    if (!addresses) throw new Error(`${host} was not resolved within 3 seconds`);
    const isAllowed = this.isAllowedName(host);
    const refused = addresses.find(({ address }) => !isAllowed && !this.isReachable(address));
    if (refused) throw new Error(`${refused.address} is not a public address`);
    const arePublic = addresses.every(({ address }) => isPublic(address));
    return {
      agent: arePublic ? this.filtering : this.unfiltered,
      lookup: (_host, { all }, callback) => {
        if (all) callback(null, addresses);
        else callback(null, addresses[0].address, addresses[0].family);
      },
    };
  }

  private lookup(host: string): Promise<LookupAddress[]> {
    const running = this.lookups.get(host);
    if (running) return running;
    const addresses = lookup(host, { all: true }).finally(() => this.lookups.delete(host));
    this.lookups.set(host, addresses);
    return addresses;
  }

  private isReachable(address: string): boolean {
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return isPublic(address) || this.allowed?.networks.check(address, type) === true;
  }

  private isAllowedName(host: string): boolean {
    return this.allowed?.names.has(host) === true;
  }
}

/** Returns the host in lower case, without the brackets of IPv6 and the dot of the root. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** The deprecated addresses that contain an IPv4 address (RFC 4291 §2.5.5.1). */
const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96');

function isPublic(text: string): boolean {
  const address = ipaddr.parse(text);
  const isCompatible = address.kind() === 'ipv6' && address.match(IPV4_COMPATIBLE);
  return address.range() === 'unicast' && !isCompatible;
}
