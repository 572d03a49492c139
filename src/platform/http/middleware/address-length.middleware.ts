import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Problem, sendProblem } from '../../errors';

/** Long enough for the longest list of ids in its longest form, `include%5B%5D=1234567890&`. */
const LENGTH_MAX = 14_000;

/**
 * Refuses requests whose address, including the query, is too long, and queries that cannot be
 * parsed.
 */
@Injectable()
export class AddressLengthMiddleware implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    if (request.url.length > LENGTH_MAX) return sendProblem(response, tooLong());
    try {
      // Express parses the query here, and refuses one that is too deep or too long.
      void request.query;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return sendProblem(response, error.ofQuery());
    }
    next();
  }
}

const tooLong = (): Problem =>
  new Problem('rest-uri-too-long', {
    message: `The address is longer than ${LENGTH_MAX} characters.`,
  });
