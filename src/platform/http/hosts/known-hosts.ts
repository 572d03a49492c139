import { isIP } from 'node:net';
import type { Settings } from '../../foundation/config';
import { hostnameOf } from './hostname';

/**
 * Returns a function that decides whether requests for a host are answered.
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
