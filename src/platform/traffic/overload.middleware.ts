import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Admission } from './admission';

/** Refuses a request when all places are taken and the queue is full, before it costs anything. */
@Injectable()
export class OverloadMiddleware implements NestMiddleware {
  constructor(private readonly admission: Admission) {}

  use(_request: Request, response: Response, next: NextFunction): void {
    this.admission.arrive(response, next);
  }
}
