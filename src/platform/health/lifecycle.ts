import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Connections } from './connections';

/** A client that has just had an answer, or has just connected, sends its next request before that. */
const SILENT_MILLISECONDS = 1000;
const LOOK_MILLISECONDS = 50;

export type Phase = 'starting' | 'serving' | 'ending';

/** Where the service is in its life, and the requests that its end has to wait for. */
@Injectable()
export class Lifecycle implements OnApplicationBootstrap {
  private readonly logger = new Logger('Lifecycle');
  private readonly running = new Set<Response>();
  private server?: Server;
  private connections?: Connections;
  /** While it lasts, requests that come wait for it. */
  private held?: Promise<void>;
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

  /** Knows the connections of a server from now on. */
  watch(server: Server): void {
    this.server = server;
    this.connections = new Connections(server);
  }

  /** A middleware that knows every request from its beginning to the end of its answer. */
  readonly follow = (_request: Request, response: Response, next: NextFunction): void => {
    this.running.add(response);
    response.once('close', () => this.running.delete(response));
    if (this.current === 'ending') leave(response);
    if (this.held) void this.held.then(() => next());
    else next();
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

  /**
   * Takes no more connections, and waits until `late` for the answers to those that there are: to
   * requests that run, and to those that are on their way.
   */
  async close(late: Promise<unknown>): Promise<void> {
    const { server, connections } = this;
    if (!connections || !server?.listening) return;
    const closed = closeOf(server);
    await this.stopListening(server, connections);
    const look = setInterval(() => {
      const busy = new Set([...this.running].map(({ req }) => req.socket));
      connections.endSilent(SILENT_MILLISECONDS, busy);
    }, LOOK_MILLISECONDS);
    await Promise.race([closed, late]);
    clearInterval(look);
    if (this.running.size > 0) this.logger.warn(`Requests cut off: ${this.running.size}.`);
    server.closeAllConnections();
    await closed;
  }

  /**
   * Who has connected when the service stops to listen, and has not been accepted, is reset by the
   * system. So nobody is answered for a moment: who waits for an answer does not come for another.
   */
  private async stopListening(server: Server, connections: Connections): Promise<void> {
    let release: (() => void) | undefined;
    this.held = new Promise((resolve) => (release = resolve));
    await connections.quiet();
    // HTTP's own `close` would cut connections that are between two requests.
    NetServer.prototype.close.call(server);
    this.held = undefined;
    release?.();
  }
}

/** Whatever fails before it comes, it comes: an error is for those who work with the emitter. */
function closeOf(emitter: EventEmitter): Promise<void> {
  return new Promise((resolve) => emitter.once('close', () => resolve()));
}

function leave(response: Response): void {
  if (!response.headersSent) response.set('Connection', 'close');
}
