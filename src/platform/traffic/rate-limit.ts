import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RequestHandler } from 'express';
import { clientAddress } from '../clients';
import { Problem, sendProblem } from '../errors';

const SECONDS = 60;

/**
 * Limits the requests of each client per minute, and adds the number of remaining ones to every
 * answer (draft-ietf-httpapi-ratelimit-headers-10). It also counts requests without a route or with
 * a wrong credential, which do not reach guards.
 *
 * @param limit requests of one client per minute; 0: no limit
 */
export function rateLimit(limit: number, storage: ThrottlerStorage): RequestHandler {
  if (limit === 0) return (_request, _response, next) => next();
  return async (request, response, next) => {
    const { totalHits, timeToExpire, isBlocked } = await storage.increment(
      clientAddress(request),
      SECONDS * 1000,
      limit,
      0,
      'client',
    );
    response.set({
      'RateLimit-Policy': `"client";q=${limit};w=${SECONDS}`,
      RateLimit: `"client";r=${Math.max(0, limit - totalHits)};t=${timeToExpire}`,
    });
    if (isBlocked) sendProblem(response, tooManyRequests(timeToExpire));
    else next();
  };
}

const tooManyRequests = (seconds: number): Problem =>
  new Problem('rest-too-many-requests', {
    message: `Too many requests. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
