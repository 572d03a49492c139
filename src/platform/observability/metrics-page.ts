import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Authentication, needs, unauthorized } from '../auth';
import { Settings } from '../config';
import { Problem } from '../errors';
import { RoutesMiddleware, RouteTable } from '../http/routing';
import { Metrics } from './metrics';

const PATH = '/metrics';

const mayRead = needs('administrator');

/**
 * Serves the metrics to administrators on the port of the service, if they have no separate port.
 * It runs before the language segment is removed, and before everything that limits requests.
 */
@Injectable()
export class MetricsPage extends RoutesMiddleware {
  constructor(
    private readonly metrics: Metrics,
    private readonly authentication: Authentication,
    routes: RouteTable,
    settings: Settings,
  ) {
    super(routes);
    if (settings.metricsPort === undefined)
      this.get(PATH, (request, response) => this.serve(request, response));
  }

  private async serve(request: Request, response: Response): Promise<void> {
    const caller = await this.authentication.identify(request);
    if (!mayRead(caller)) throw caller.credential ? new Problem('rest-forbidden') : unauthorized();
    response
      .set({ 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' })
      .send(await this.metrics.text());
  }
}
