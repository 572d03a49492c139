import type { Request } from 'express';
import type { Settings } from '../config';

/**
 * Whether pages of an origin (RFC 6454) come from this service: from the address of the request, or
 * from `PUBLIC_URL`. Hosts of requests are known: see `knownHosts`.
 */
export function isOwnOrigin(
  origin: string,
  { protocol, host }: Pick<Request, 'protocol' | 'host'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): boolean {
  if (publicUrl !== undefined && new URL(publicUrl).origin === origin) return true;
  const address = `${protocol}://${host}`;
  return /^https?:/.test(address) && URL.canParse(address) && new URL(address).origin === origin;
}

/** Whether a page of another origin asks, and none of `CORS_ORIGINS`. */
export function isForeign(
  request: Pick<Request, 'headers' | 'protocol' | 'host'>,
  settings: Pick<Settings, 'publicUrl' | 'corsOrigins'>,
): boolean {
  const { origin } = request.headers;
  if (origin === undefined || settings.corsOrigins.includes(origin)) return false;
  return !isOwnOrigin(origin, request, settings);
}
