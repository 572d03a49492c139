import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../../platform/errors';

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * Refuses messages of webhooks as writes: a webhook whose target is a calendar would cause a write by each message,
 * and a message by each write.
 */
@Injectable()
export class WebhookLoopMiddleware implements NestMiddleware {
  use({ headers }: Request, _response: Response, next: NextFunction): void {
    if (HEADERS.some((name) => headers[name] !== undefined))
      throw new Problem('rest-loop-detected', {
        message:
          'This write is a message of a webhook: it has webhook-… headers. ' +
          'The target of a webhook must not be a calendar.',
      });
    next();
  }
}
