import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import {
  Injectable,
  Logger,
  type NestMiddleware,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Connections } from './connections';

/**
 * Clients that have just connected or received an answer usually send their next request within
 * this time.
 */
const SILENT_MILLISECONDS = 1000;
const LOOK_MILLISECONDS = 50;

type Phase = 'starting' | 'serving' | 'ending';

/** The phase of the service, and the requests that the shutdown waits for. */
@Injectable()
export class Lifecycle implements NestMiddleware, OnApplicationBootstrap {
  phase: Phase = 'starting';
  /** Whether requests can be answered: a shutdown may begin during the start. */
  hasStarted = false;

  private readonly logger = new Logger('Lifecycle');
  private readonly running = new Set<ServerResponse>();
  private server?: Server;
  private connections?: Connections;
  /** While set, new requests wait for it. */
  private held?: Promise<void>;

  /** Nest has already run the migrations and registered the routes. */
  onApplicationBootstrap(): void {
    this.hasStarted = true;
    if (this.phase === 'starting') this.phase = 'serving';
  }

  /** Starts to track the connections of a server. */
  watch(server: Server): void {
    this.server = server;
    this.connections = new Connections(server);
  }

  /** Tracks requests until their answers end. */
  use(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
    this.running.add(response);
    response.once('close', () => this.running.delete(response));
    if (this.phase === 'ending') leave(response);
    if (this.held) void this.held.then(() => next());
    else next();
  }

  /**
   * From now on every answer asks the client to close the connection (RFC 9112 §9.6): a connection
   * that the service closes between two requests could make the second one fail.
   */
  beginEnd(): void {
    this.phase = 'ending';
    this.logger.log('The service is shutting down.');
    for (const response of this.running) leave(response);
  }

  /**
   * Stops accepting connections, and waits for the answers to running and arriving requests, at
   * most until `late`.
   */
  async close(late: Promise<unknown>): Promise<void> {
    const { server, connections } = this;
    if (!connections || !server?.listening) return;
    // `once` of Node's events would reject on an error, which is handled elsewhere.
    const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
    await this.stopListening(server, connections);
    const look = setInterval(() => {
      const busy = new Set([...this.running].map(({ req }) => req.socket));
      connections.endSilent(SILENT_MILLISECONDS, busy);
    }, LOOK_MILLISECONDS);
    await Promise.race([closed, late]);
    clearInterval(look);
    if (this.running.size > 0) this.logger.warn(`Aborted requests: ${this.running.size}.`);
    server.closeAllConnections();
    await closed;
  }

  /**
   * Stops listening. The system then resets connections that are not accepted yet. So no answers
   * are sent for a moment before: clients that wait for an answer do not open new connections.
   */
  private async stopListening(server: Server, connections: Connections): Promise<void> {
    // `close` of the HTTP server would also close connections between two requests.
    this.held = connections.quiet().then(() => void NetServer.prototype.close.call(server));
    await this.held;
    this.held = undefined;
  }
}

function leave(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
