import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { sendProblem } from '../errors';
import { hasOneHost } from './hostname';
import { unreadableHost } from './unreadable-host';

/** Refuses requests without a Host header, and with several. */
@Injectable()
export class OneHostMiddleware implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    if (hasOneHost(request)) next();
    else sendProblem(response, unreadableHost());
  }
}
