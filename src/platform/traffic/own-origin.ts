import { isIP } from 'node:net';
import type { Request } from 'express';
import type { Settings } from '../config';

/**
 * Whether pages of an origin (RFC 6454) come from this service: from the address of the request, or
 * from `PUBLIC_URL`.
 *
 * Where everybody may write, a name in the address is no proof: whoever owns a name can let it
 * point to this machine once his page is in the browser (DNS rebinding). Addresses in numbers, and
 * `localhost`, cannot point elsewhere.
 */
export function isOwnOrigin(
  origin: string,
  { protocol, host }: Pick<Request, 'protocol' | 'host'>,
  { access, publicUrl }: Pick<Settings, 'access' | 'publicUrl'>,
): boolean {
  if (publicUrl !== undefined && new URL(publicUrl).origin === origin) return true;
  const address = `${protocol}://${host}`;
  if (!/^https?:/.test(address) || !URL.canParse(address)) return false;
  const { origin: own, hostname } = new URL(address);
  return own === origin && (access === 'protected' || isFixed(hostname));
}

const isFixed = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || /(^|\.)localhost$/.test(hostname);

/** Whether a page of another origin asks, and none of `CORS_ORIGINS`. */
export function isForeign(
  request: Pick<Request, 'headers' | 'protocol' | 'host'>,
  settings: Pick<Settings, 'access' | 'publicUrl' | 'corsOrigins'>,
): boolean {
  const { origin } = request.headers;
  if (origin === undefined || settings.corsOrigins.includes(origin)) return false;
  return !isOwnOrigin(origin, request, settings);
}
