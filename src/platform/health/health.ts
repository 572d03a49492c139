import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  type HealthCheckResult,
  HealthCheckService,
  type HealthIndicatorResult,
  HealthIndicatorService,
} from '@nestjs/terminus';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { Clock, Database } from '../database';
import { Problem, sendProblem } from '../errors';
import { RouteTable } from '../routing';
import { Lifecycle } from './lifecycle';

/** The timeout of the database check. */
const DATABASE_MILLISECONDS = 1000;

type Indicator = () => HealthIndicatorResult | Promise<HealthIndicatorResult>;

const RETRY_SECONDS = '5';

/** Health checks for orchestrators and proxies: liveness and readiness. */
@Injectable()
export class Health {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly lifecycle: Lifecycle,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly routes: RouteTable,
  ) {}

  /**
   * Adds the routes of the health checks, before everything that limits requests. No other route
   * answers until the service has started.
   */
  serve(app: NestExpressApplication): void {
    this.lifecycle.watch(app.getHttpServer());
    app.use(this.lifecycle.follow);
    this.add(app, '/health/live', () => []);
    this.add(app, '/health/ready', () => this.needed());
    app.use(this.startGate);
  }

  private add(app: NestExpressApplication, path: string, asked: () => Indicator[]): void {
    const handler: RequestHandler = async (_request, response) => {
      const result = await this.check(asked());
      response
        .status(result.status === 'ok' ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .type('json')
        .end(JSON.stringify(result));
    };
    const express: Express = app.getHttpAdapter().getInstance();
    express.get(path, handler);
    this.routes.add(path, 'GET');
  }

  private async check(asked: Indicator[]): Promise<HealthCheckResult> {
    try {
      return await this.checks.check(asked);
    } catch (error) {
      if (error instanceof ServiceUnavailableException)
        return error.getResponse() as HealthCheckResult;
      throw error;
    }
  }

  /** The checks of what the service needs; the database is not asked while it is not serving. */
  private needed(): Indicator[] {
    const { phase } = this.lifecycle;
    const service = this.indicators.check('service');
    return phase === 'serving'
      ? [() => service.up(), () => this.databaseAnswers(), () => this.clockStands()]
      : [() => service.down({ phase })];
  }

  /** The check is public: its answer does not reveal where the database is, or its error. */
  private async databaseAnswers(): Promise<HealthIndicatorResult> {
    const database = this.indicators.check('database');
    return (await this.database.answers(DATABASE_MILLISECONDS)) ? database.up() : database.down();
  }

  /** A wrong clock of the machine is only shown: the service uses the time of the database. */
  private clockStands(): HealthIndicatorResult {
    return this.indicators.check('clock').up({ skew_seconds: Math.round(this.clock.skew / 1000) });
  }

  private readonly startGate = (
    _request: Request,
    response: Response,
    next: NextFunction,
  ): void => {
    if (this.lifecycle.hasStarted) return next();
    const headers = { 'Retry-After': RETRY_SECONDS };
    sendProblem(response, new Problem('rest-not-ready', { headers }));
  };
}
