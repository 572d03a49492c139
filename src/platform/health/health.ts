import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import {
  HealthCheckService,
  type HealthIndicatorFunction,
  HealthIndicatorService,
} from '@nestjs/terminus';
import type { Response } from 'express';
import { RoutesMiddleware, RouteTable } from '../http/routing';
import { Database, NewerRelease } from '../database';
import { Shutdown } from './shutdown';

/** The timeout of the database check. */
const DATABASE_MILLISECONDS = 1000;

/**
 * Health checks for orchestrators and proxies: liveness and readiness. They are middleware, because
 * a controller would run after everything that limits and refuses requests.
 */
@Injectable()
export class Health extends RoutesMiddleware {
  constructor(
    private readonly checks: HealthCheckService,
    indicators: HealthIndicatorService,
    database: Database,
    newer: NewerRelease,
    shutdown: Shutdown,
    routes: RouteTable,
  ) {
    super(routes);
    this.get('/health/live', (_request, response) => this.send(response, []));
    this.get('/health/ready', (_request, response) =>
      this.send(response, [
        () => {
          const service = indicators.check('service');
          return shutdown.hasBegun ? service.down() : service.up();
        },
        async () => {
          // Public: the response reveals neither the address of the database nor its error.
          const check = indicators.check('database');
          return (await database.responds(DATABASE_MILLISECONDS)) ? check.up() : check.down();
        },
        () => (newer.isThere ? indicators.check('release').down() : {}),
      ]),
    );
  }

  private async send(response: Response, checks: HealthIndicatorFunction[]): Promise<void> {
    response.set('Cache-Control', 'no-store');
    try {
      response.json(await this.checks.check(checks));
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      response.status(error.getStatus()).json(error.getResponse());
    }
  }
}
