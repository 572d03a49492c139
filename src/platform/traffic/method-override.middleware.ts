import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { fault, invalidParams, sendProblem } from '../errors';

/** The methods that a POST may stand for. */
const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * A POST with `?_method=DELETE` or `X-HTTP-Method-Override: DELETE` is a DELETE, with its rights: clients
 * of WordPress send deletions so (docs/interface.md#routes). The parameter has priority, as in
 * WordPress. All other methods are what they are.
 *
 * It must come before anything that looks at the method. A method that is none of them is refused: the
 * POST would do what nobody meant.
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

/** The last `_method` of a query. */
function parameterOf(url: string): string | undefined {
  const query = url.indexOf('?');
  return query === -1 ? undefined : new URLSearchParams(url.slice(query)).getAll('_method').at(-1);
}
