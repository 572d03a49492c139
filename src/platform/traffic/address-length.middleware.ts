import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Problem, sendProblem } from '../errors';

/** Enough for the longest list of ids in its longest form, `include%5B%5D=1234567890&`. */
const LENGTH_MAX = 14_000;

/** Refuses requests whose address, with its query, is too long. */
@Injectable()
export class AddressLengthMiddleware implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    if (request.url.length <= LENGTH_MAX) return next();
    const message = `The address is longer than ${LENGTH_MAX} characters.`;
    sendProblem(response, new Problem('rest-uri-too-long', { message }));
  }
}
