import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

export type Phase = 'starting' | 'serving' | 'ending';

/** Where the service is in its life, and the requests that its end has to wait for. */
@Injectable()
export class Lifecycle implements OnApplicationBootstrap {
  private readonly logger = new Logger('Lifecycle');
  private readonly running = new Set<Response>();
  private current: Phase = 'starting';
  private started = false;

  get phase(): Phase {
    return this.current;
  }

  /** Whether there is anything to answer requests with: a start may be ended in the middle. */
  get hasStarted(): boolean {
    return this.started;
  }

  /** Nest has run the migrations and registered the routes by now. */
  onApplicationBootstrap(): void {
    this.started = true;
    if (this.current === 'starting') this.current = 'serving';
  }

  /** A middleware that knows every request from its beginning to the end of its answer. */
  readonly follow = (_request: Request, response: Response, next: NextFunction): void => {
    this.running.add(response);
    response.once('close', () => this.running.delete(response));
    if (this.current === 'ending') leave(response);
    next();
  };

  /**
   * From now on every answer asks its client to leave the connection (RFC 9112 §9.6): a connection
   * that closes between two requests would cost the second one.
   */
  beginEnd(): void {
    this.current = 'ending';
    this.logger.log('The service ends.');
    for (const response of this.running) leave(response);
  }

  /** Takes no more requests, and waits for the answers to those that are running until `late`. */
  async close(server: Server, late: Promise<unknown>): Promise<void> {
    if (!server.listening) return;
    const closed = closeOf(server);
    server.close();
    await Promise.race([this.idle(), late]);
    if (this.running.size > 0) this.logger.warn(`Requests cut off: ${this.running.size}.`);
    // What is left has not sent a request, or has had its time.
    server.closeAllConnections();
    await closed;
  }

  private async idle(): Promise<void> {
    await Promise.all([...this.running].map(closeOf));
    if (this.running.size > 0) await this.idle();
  }
}

/** Whatever fails before it comes, it comes: an error is for those who work with the emitter. */
function closeOf(emitter: EventEmitter): Promise<void> {
  return new Promise((resolve) => emitter.once('close', () => resolve()));
}

function leave(response: Response): void {
  if (!response.headersSent) response.set('Connection', 'close');
}
