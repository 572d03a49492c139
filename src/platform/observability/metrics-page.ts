import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuthenticationMiddleware, needs, unauthorized } from '../auth';
import { Settings } from '../config';
import { Problem } from '../errors';
import { RouteTable } from '../http/routing';
import { Metrics } from './metrics';

const PATH = '/metrics';

const mayRead = needs('administrator');

/**
 * Serves the metrics to administrators on the port of the service, if they have no separate port.
 * It runs before the language segment is removed, and before everything that limits requests.
 */
@Injectable()
export class MetricsPage {
  constructor(
    private readonly metrics: Metrics,
    private readonly authentication: AuthenticationMiddleware,
    private readonly routes: RouteTable,
    private readonly settings: Settings,
  ) {}

  addRoutes(): void {
    if (this.settings.metricsPort === undefined)
      this.routes.get(PATH, (request, response) => this.serve(request, response));
  }

  private async serve(request: Request, response: Response): Promise<void> {
    const caller = await this.authentication.identify(request);
    if (!mayRead(caller)) throw caller.credential ? new Problem('rest-forbidden') : unauthorized();
    response
      .set({ 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' })
      .send(await this.metrics.text());
  }
}
