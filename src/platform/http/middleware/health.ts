import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import {
  HealthCheckService,
  type HealthIndicatorFunction,
  HealthIndicatorService,
} from '@nestjs/terminus';
import type { Response } from 'express';
import { Database, NewerRelease } from '../../database';
import { RouteTable } from '../routing';
import { ShutdownMiddleware } from './shutdown.middleware';

const DATABASE_MILLISECONDS = 1000;

/**
 * Health checks for orchestrators and proxies: liveness and readiness. They have no controller,
 * because it would run after everything that limits and refuses requests.
 */
@Injectable()
export class Health {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: Database,
    private readonly newer: NewerRelease,
    private readonly shutdown: ShutdownMiddleware,
    private readonly routes: RouteTable,
  ) {}

  addRoutes(): void {
    const { indicators, database, newer, shutdown } = this;
    this.routes.get('/health/live', (_request, response) => this.send(response, []));
    this.routes.get('/health/ready', (_request, response) =>
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
