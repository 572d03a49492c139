import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../config';
import { Problem, sendProblem } from '../../errors';
import { BoundedLimiter } from '../../shared';
import { clientAddress } from '../context';
import { isPreflight } from './library-options';

const SECONDS = 60;

/**
 * Limits the requests of each client per minute (`RATE_LIMIT`), and adds the number of remaining
 * requests to every response (draft-ietf-httpapi-ratelimit-headers-10). It also counts requests
 * without a route or with a wrong credential, which do not reach guards. Preflights are not
 * counted: each belongs to a request that is.
 */
@Injectable()
export class RateLimitMiddleware implements NestMiddleware {
  private readonly clients: BoundedLimiter;

  constructor(private readonly settings: Settings) {
    this.clients = new BoundedLimiter(settings.rateLimit, SECONDS);
  }

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const limit = this.settings.rateLimit;
    if (isPreflight(request)) return next();
    const { consumedPoints, remainingPoints, msBeforeNext } = await this.clients.count(
      clientAddress(request),
    );
    const seconds = Math.ceil(msBeforeNext / 1000);
    response.setHeader('RateLimit-Policy', `"client";q=${limit};w=${SECONDS}`);
    response.setHeader('RateLimit', `"client";r=${remainingPoints};t=${seconds}`);
    if (consumedPoints <= limit) next();
    else sendProblem(response, tooManyRequests(seconds));
  }
}

const tooManyRequests = (seconds: number): Problem =>
  new Problem('rest-too-many-requests', {
    message: `Too many requests. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
