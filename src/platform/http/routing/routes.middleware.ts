import type { NestMiddleware } from '@nestjs/common';
import {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import type { RouteTable } from './route-table';

/**
 * Adds routes outside of the interface, without controllers: they have no namespace, and run at
 * their position among the middleware.
 */
export abstract class RoutesMiddleware implements NestMiddleware {
  private readonly router = Router();

  constructor(private readonly table: RouteTable) {}

  use(request: Request, response: Response, next: NextFunction): void {
    // The router would respond itself; see `UnmatchedRequests`.
    if (request.method === 'OPTIONS') next();
    else this.router(request, response, next);
  }

  /** @param path from the root of the service */
  protected get(path: string, handler: RequestHandler): void {
    this.router.get(path, handler);
    this.table.add(path, 'GET');
  }
}
