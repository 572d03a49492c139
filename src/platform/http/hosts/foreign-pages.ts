import type { Request } from 'express';
import type { Settings } from '../../config';
import { parseUrl } from '../../texts';

/**
 * True when an origin (RFC 6454) belongs to this service: it is the origin of the request's
 * address, or of `PUBLIC_URL`. The host of the request is already validated; see `knownHosts`.
 */
export function isOwnOrigin(
  origin: string,
  { protocol, host }: Pick<Request, 'protocol' | 'host'>,
  { publicUrl }: Partial<Pick<Settings, 'publicUrl'>>,
): boolean {
  if (publicUrl !== undefined && new URL(publicUrl).origin === origin) return true;
  const address = `${protocol}://${host}`;
  return /^https?:/.test(address) && parseUrl(address)?.origin === origin;
}

/** True when a request comes from a page of another origin that is not in `CORS_ORIGINS`. */
export function isForeign(
  request: Pick<Request, 'headers' | 'protocol' | 'host'>,
  settings: Pick<Settings, 'publicUrl' | 'corsOrigins'>,
): boolean {
  const { origin } = request.headers;
  if (origin === undefined || settings.corsOrigins.includes(origin)) return false;
  return !isOwnOrigin(origin, request, settings);
}
