import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Problem, sendProblem } from '../../foundation/errors';
import { Lifecycle } from './lifecycle';

const RETRY_SECONDS = '5';

/** Refuses requests until the service has started; the server listens before the migrations run. */
@Injectable()
export class StartGateMiddleware implements NestMiddleware {
  constructor(private readonly lifecycle: Lifecycle) {}

  use(_request: Request, response: Response, next: NextFunction): void {
    if (this.lifecycle.hasStarted) return next();
    const headers = { 'Retry-After': RETRY_SECONDS };
    sendProblem(response, new Problem('rest-not-ready', { headers }));
  }
}
