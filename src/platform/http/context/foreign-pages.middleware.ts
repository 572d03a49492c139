import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../config';
import { Problem, sendProblem } from '../../errors';
import { parseUrl } from '../../texts';

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses writes of pages whose origin may only read. CORS does not prevent them: browsers send
 * forms of any page without a preflight, and with stored passwords.
 */
@Injectable()
export class ForeignPagesMiddleware implements NestMiddleware {
  private readonly isOpenToAll: boolean;

  constructor(private readonly settings: Settings) {
    this.isOpenToAll = settings.access === 'protected' && settings.corsOrigins.length === 0;
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const isTrusted = this.isOpenToAll && !hasCachedCredential(request);
    if (!WRITES.includes(request.method) || isTrusted || !isForeign(request, this.settings))
      return next();
    // Lets the page read the reason.
    response.set('Access-Control-Allow-Origin', request.get('Origin')).vary('Origin');
    sendProblem(
      response,
      new Problem('rest-origin-not-allowed', {
        message:
          `Pages of ${request.get('Origin')} may only read. ` +
          'The operator of the service can add this origin to CORS_ORIGINS.',
      }),
    );
  }
}

/**
 * True when a browser may have sent this request without a preflight and with a stored password: it
 * adds Basic credentials itself, and sends a preflight before JSON.
 */
const hasCachedCredential = (request: Request): boolean =>
  /^basic\b/i.test(request.headers.authorization ?? '') && !request.is('application/json');

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
