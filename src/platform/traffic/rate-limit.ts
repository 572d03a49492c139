import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RequestHandler } from 'express';
import { clientAddress } from '../clients';
import { Problem, sendProblem } from '../errors';

const SECONDS = 60;

/**
 * Lets a client send so many requests a minute, and tells it with every answer how many are left
 * (draft-ietf-httpapi-ratelimit-headers-10). Requests without a route and with a wrong credential
 * count as well, which a guard would not see.
 *
 * @param limit requests of one client a minute; 0: any number
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
