import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { Authentication, needs, unauthorized } from '../access';
import { Settings } from '../config';
import { Problem } from '../errors';
import { RouteTable } from '../routing';
import { Metrics } from './metrics';

const PATH = '/metrics';

const mayRead = needs('administrator');

/** The metrics for administrators on the port of the service, if they have no separate port. */
@Injectable()
export class MetricsPage {
  constructor(
    private readonly metrics: Metrics,
    private readonly authentication: Authentication,
    private readonly routes: RouteTable,
    private readonly settings: Settings,
  ) {}

  /**
   * Adds the route, before the language segment is removed and before everything that limits
   * requests.
   */
  serve(app: NestExpressApplication): void {
    if (this.settings.metricsPort !== undefined) return;
    app.getHttpAdapter().getInstance().get(PATH, this.answer);
    this.routes.add(PATH, 'GET');
  }

  private readonly answer: RequestHandler = async (request, response) => {
    const caller = await this.authentication.identify(request);
    if (!mayRead(caller)) throw caller.credential ? new Problem('rest-forbidden') : unauthorized();
    response
      .set({ 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' })
      .send(await this.metrics.text());
  };
}
