import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { Settings } from '../../foundation/config';
import { Problem, sendProblem } from '../../foundation/errors';
import { BoundedLimiter } from '../../foundation/reuse';
import { clientAddress } from '../../http/hosts';
import { isPreflight } from './cross-origin.middleware';

const SECONDS = 60;

/**
 * Limits the requests of each client per minute (`RATE_LIMIT`), and adds the number of remaining
 * requests to every answer (draft-ietf-httpapi-ratelimit-headers-10). It also counts requests
 * without a route or with a wrong credential, which do not reach guards.
 */
@Injectable()
export class RateLimitMiddleware implements NestMiddleware {
  private readonly clients: BoundedLimiter;
  /** Requests that the answer cache has already counted. */
  private readonly counted = new WeakMap<IncomingMessage, RateLimiterRes>();

  constructor(private readonly settings: Settings) {
    this.clients = new BoundedLimiter(settings.rateLimit, SECONDS);
  }

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (await this.admits(request, response)) next();
    else sendProblem(response, tooManyRequests(secondsOf(this.counted.get(request)!)));
  }

  /**
   * Counts a request once. Returns true when it is within the limit of its client. Preflights are not counted:
   * each belongs to a request that is.
   */
  async admits(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const limit = this.settings.rateLimit;
    if (limit === 0 || isPreflight(request)) return true;
    let counted = this.counted.get(request);
    if (counted === undefined) {
      counted = await this.clients.count(clientAddress(request));
      this.counted.set(request, counted);
      response.setHeader('RateLimit-Policy', `"client";q=${limit};w=${SECONDS}`);
      response.setHeader(
        'RateLimit',
        `"client";r=${counted.remainingPoints};t=${secondsOf(counted)}`,
      );
    }
    return counted.consumedPoints <= limit;
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.ceil(msBeforeNext / 1000);

const tooManyRequests = (seconds: number): Problem =>
  new Problem('rest-too-many-requests', {
    message: `Too many requests. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
