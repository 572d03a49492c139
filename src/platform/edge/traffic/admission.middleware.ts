import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Admission } from './admission';

/** Refuses a request early, when all slots and queue positions are taken. */
@Injectable()
export class OverloadMiddleware implements NestMiddleware {
  constructor(private readonly admission: Admission) {}

  use(_request: Request, response: Response, next: NextFunction): void {
    this.admission.arrive(response, next);
  }
}

/** Lets a request continue when it has a slot. */
@Injectable()
export class QueueMiddleware implements NestMiddleware {
  constructor(private readonly admission: Admission) {}

  use(_request: Request, response: Response, next: NextFunction): void {
    this.admission.enter(response, next);
  }
}
