import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuthenticationMiddleware, needs, unauthorized } from '../auth';
import { Settings } from '../config';
import { Problem } from '../errors';
import { hasOneHost, hostnameOf, knownHosts } from '../http/context';
import { RouteTable } from '../http/routing';
import { Metrics } from './metrics';

const PATH = '/metrics';

const mayRead = needs('administrator');

/**
 * Longer than a minute: if a connection closed between two requests of a scraper, the second one
 * could fail.
 */
const IDLE_MILLISECONDS = 65_000;

/**
 * Serves the metrics on a separate port without authentication, because access is limited by the
 * network; without such a port, on that of the service to administrators.
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Metrics');
  private readonly isKnown: ReturnType<typeof knownHosts>;
  private server?: Server;

  constructor(
    private readonly metrics: Metrics,
    private readonly authentication: AuthenticationMiddleware,
    private readonly routes: RouteTable,
    private readonly settings: Settings,
  ) {
    this.isKnown = knownHosts(settings);
  }

  /** Adds the page to the service, if it has no separate port. */
  addRoutes(): void {
    if (this.settings.metricsPort === undefined)
      this.routes.get(PATH, (request, response) => this.serveAdministrator(request, response));
  }

  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort, host } = this.settings;
    if (metricsPort === undefined) return;
    const server = createServer({ keepAliveTimeout: IDLE_MILLISECONDS }, this.serve);
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(metricsPort, host, () => resolve());
    });
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /** The port in use; undefined if the settings name no port. */
  get port(): number | undefined {
    return (this.server?.address() as AddressInfo | undefined)?.port;
  }

  private async serveAdministrator(request: Request, response: Response): Promise<void> {
    const caller = await this.authentication.identify(request);
    if (!mayRead(caller)) throw caller.credential ? new Problem('rest-forbidden') : unauthorized();
    response
      .set({ 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' })
      .send(await this.metrics.text());
  }

  private readonly serve: RequestListener = (request, response) => {
    const { url, method, headers } = request;
    if (!hasOneHost(request)) response.writeHead(400).end();
    else if (!this.isKnown(hostnameOf(headers.host ?? '') ?? '')) response.writeHead(421).end();
    else if (url?.split('?', 1)[0] !== PATH) response.writeHead(404).end();
    else if (method !== 'GET') response.writeHead(405, { Allow: 'GET' }).end();
    else
      this.metrics.text().then(
        (text) => {
          response.writeHead(200, { 'Content-Type': this.metrics.contentType }).end(text);
        },
        (error: unknown) => {
          this.logger.error(error);
          response.writeHead(500).end();
        },
      );
  };
}
