import { isIP } from 'node:net';
import type { Settings } from '../config';
import { hostnameOf } from './hostname';

/**
 * Tells by its host whether a request may be answered.
 *
 * Where everybody may read and write, a page of any site could do so through the browser of one who
 * reaches the service: whoever owns the name of the site can let it point to this machine once the
 * page is there (DNS rebinding), and to the browser all of it is one site. Addresses in numbers and
 * `localhost` cannot point elsewhere; other names are known by the settings.
 *
 * @returns a function of what `hostnameOf` has answered
 */
export function knownHosts({
  access,
  host,
  publicUrl,
  allowedHosts,
}: Pick<Settings, 'access' | 'host' | 'publicUrl' | 'allowedHosts'>): (
  hostname: string,
) => boolean {
  if (access === 'protected') return () => true;
  const own = [hostnameOf(host), publicUrl && new URL(publicUrl).hostname];
  const names = new Set([...own, ...allowedHosts].flatMap((name) => (name ? bare(name) : [])));
  return (hostname) => isFixed(bare(hostname)) || names.has(bare(hostname));
}

/** A name that ends with a dot is the same one, for DNS. */
const bare = (hostname: string): string => hostname.replace(/\.$/, '');

const isFixed = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || /^(.+\.)?localhost$/.test(hostname);
