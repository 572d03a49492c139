import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../../errors';
import { RouteTable } from './route-table';

/** Responds to requests without a route: 404, 405 with `Allow`, or OPTIONS (RFC 9110 §9.3.7). */
@Injectable()
export class UnmatchedRequests implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<ExpressAdapter>,
    private readonly routes: RouteTable,
  ) {}

  /** Nest has already registered its routes, and registers its error handler later. */
  onModuleInit(): void {
    this.host.httpAdapter.use((request: Request, response: Response, next: NextFunction) => {
      const { method, path } = request;
      const allowed = path === '*' ? this.routes.methods : this.routes.allowed(path);
      if (method === 'OPTIONS' && allowed.length > 0) {
        response.status(204).set('Allow', allowed.join(', ')).end();
        return;
      }
      this.routes.assertAllowed(method, path);
      next(
        new Problem('rest-no-route', {
          message:
            'No route was found matching the URL and request method. A / in a value, such as a uid, must be sent as %2F.',
        }),
      );
    });
  }
}
