import dns, { type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const LOOKUP_MILLISECONDS = 3000;
/** After it, a query is repeated, also to the next name server. */
const QUERY_MILLISECONDS = 900;
/** The name has no address. */
const MISSING = ['ENOTFOUND', 'ENODATA'];
const NO_RESPONSE = ['ETIMEOUT', 'ECANCELLED'];

/**
 * Resolves host names by /etc/hosts and DNS, with the search domains of /etc/resolv.conf. `dns.lookup` is not used:
 * it cannot be ended, and a name server that hangs occupies one of its few threads, which new connections to the
 * database need, too.
 */
export class HostAddresses {
  /** Concurrent deliveries share a lookup. */
  private readonly lookups = new Map<string, Promise<LookupAddress[]>>();

  /** @throws Error when the host has no address, or is not resolved within 3 seconds */
  of(host: string): Promise<LookupAddress[]> {
    const running = this.lookups.get(host);
    if (running) return running;
    const addresses = lookup(host).finally(() => this.lookups.delete(host));
    this.lookups.set(host, addresses);
    return addresses;
  }
}

async function lookup(host: string): Promise<LookupAddress[]> {
  if (isIP(host) > 0) return [addressOf(host)];
  const local = inHosts(await textOf('/etc/hosts'), host);
  if (local.length > 0) return local;
  // A resolver of its own reads the present configuration, and can be cancelled.
  const resolver = new dns.promises.Resolver({ timeout: QUERY_MILLISECONDS, tries: 3 });
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_MILLISECONDS);
  try {
    for (const domain of ['', ...searchDomains(await textOf('/etc/resolv.conf'))]) {
      const found = await query(resolver, `${host}${domain}`);
      if (found.length > 0) return found;
    }
  } catch (error) {
    if (!NO_RESPONSE.includes(codeOf(error))) throw error;
    throw new Error(`${host} was not resolved within 3 seconds`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`${host} has no address`);
}

async function query(resolver: dns.promises.Resolver, name: string): Promise<LookupAddress[]> {
  const responses = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = responses.flatMap((response) =>
    response.status === 'fulfilled' ? response.value : [],
  );
  if (found.length > 0) return found.map(addressOf);
  for (const response of responses)
    if (response.status === 'rejected' && !MISSING.includes(codeOf(response.reason)))
      throw response.reason;
  return [];
}

export const inHosts = (text: string, host: string): LookupAddress[] =>
  linesOf(text).flatMap(([address, ...names]) =>
    isIP(address) > 0 && names.some((name) => name.toLowerCase() === host)
      ? addressOf(address)
      : [],
  );

/** Returns the domains of /etc/resolv.conf, with a dot before each; the last line counts. */
export const searchDomains = (text: string): string[] =>
  linesOf(text)
    .filter(([word]) => word === 'search' || word === 'domain')
    .map(([, ...domains]) => domains.map((domain) => `.${domain}`))
    .at(-1) ?? [];

const linesOf = (text: string): string[][] =>
  text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  );

const addressOf = (address: string): LookupAddress => ({ address, family: isIP(address) });

const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
