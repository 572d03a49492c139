import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { clientAddress } from '../clients';
import { Settings } from '../config';
import { Problem, sendProblem } from '../errors';
import { ClientWindows } from './client-windows';

const SECONDS = 60;

/**
 * Limits the requests of each client per minute (`RATE_LIMIT`), and adds the number of remaining
 * ones to every answer (draft-ietf-httpapi-ratelimit-headers-10). It also counts requests without a
 * route or with a wrong credential, which do not reach guards.
 */
@Injectable()
export class RateLimitMiddleware implements NestMiddleware {
  private readonly windows: ClientWindows;

  constructor(private readonly settings: Settings) {
    this.windows = new ClientWindows(settings.rateLimit, SECONDS);
  }

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const limit = this.settings.rateLimit;
    if (limit === 0) return next();
    const counted = await this.windows.count(clientAddress(request));
    const seconds = Math.ceil(counted.msBeforeNext / 1000);
    response.set({
      'RateLimit-Policy': `"client";q=${limit};w=${SECONDS}`,
      RateLimit: `"client";r=${counted.remainingPoints};t=${seconds}`,
    });
    if (counted.consumedPoints > limit) sendProblem(response, tooManyRequests(seconds));
    else next();
  }
}

const tooManyRequests = (seconds: number): Problem =>
  new Problem('rest-too-many-requests', {
    message: `Too many requests. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
