import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { fault, invalidParams, sendProblem } from '../../errors';

/** The methods that may replace POST. */
const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Turns a POST with `?_method=DELETE` or `X-HTTP-Method-Override: DELETE` into a DELETE, with its
 * rights: WordPress clients send deletions this way (docs/reference/interface.md#routes). The parameter has
 * priority, as in WordPress. Other methods stay unchanged.
 *
 * It must run before any step that reads the method. An unknown method is refused, because carrying
 * out the POST would not be what the client intended.
 */
@Injectable()
export class MethodOverrideMiddleware implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    if (request.method !== 'POST') return next();
    const inQuery = parameterOf(request.url);
    const wanted = inQuery ?? request.get('X-HTTP-Method-Override');
    if (wanted === undefined) return next();
    const method = wanted.trim().toUpperCase();
    if (METHODS.has(method)) {
      request.method = method;
      return next();
    }
    const [name, part] =
      inQuery === undefined
        ? (['X-HTTP-Method-Override', 'header'] as const)
        : (['_method', 'parameter'] as const);
    const wrong = fault(name, 'choice', `must be one of: ${[...METHODS].join(', ')}`);
    sendProblem(response, invalidParams({ ...wrong, part }));
  }
}

/** Returns the last `_method` of a query. */
function parameterOf(url: string): string | undefined {
  const query = url.indexOf('?');
  return query === -1 ? undefined : new URLSearchParams(url.slice(query)).getAll('_method').at(-1);
}
