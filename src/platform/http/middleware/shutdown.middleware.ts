import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type NestMiddleware, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../config';

/** Ends the HTTP server before everything that its requests need. */
@Injectable()
export class ShutdownMiddleware implements NestMiddleware, OnModuleDestroy {
  hasBegun = false;
  private readonly logger = new Logger('Shutdown');
  /** The responses to requests in progress. */
  private readonly running = new Set<Response>();

  constructor(
    private readonly settings: Settings,
    private readonly host: HttpAdapterHost,
  ) {}

  /**
   * From the beginning of the shutdown on, every response asks the client to close the connection
   * (RFC 9112 §9.6): a request on a connection that the service is closing would be lost.
   */
  use(_request: Request, response: Response, next: NextFunction): void {
    if (this.hasBegun) response.setHeader('Connection', 'close');
    this.running.add(response);
    response.once('close', () => {
      this.running.delete(response);
      this.closeUnused();
    });
    next();
  }

  async onModuleDestroy(): Promise<void> {
    const { server } = this;
    if (!server.listening) return;
    const { shutdownDelay, shutdownTimeout } = this.settings;
    this.hasBegun = true;
    this.logger.log('The service is shutting down.');
    for (const response of this.running)
      if (!response.headersSent) response.setHeader('Connection', 'close');
    await sleep(shutdownDelay * 1000);
    const late = setTimeout(() => {
      this.logger.warn('Running requests are aborted.');
      server.closeAllConnections();
    }, shutdownTimeout * 1000);
    const closed = once(server.close(), 'close');
    this.closeUnused();
    await closed;
    clearTimeout(late);
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer() as Server;
  }

  /** Node waits for connections without a request yet, which may be opened in advance. */
  private closeUnused(): void {
    if (this.hasBegun && this.running.size === 0 && !this.server.listening)
      this.server.closeAllConnections();
  }
}
