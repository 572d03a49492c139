import { createServer, type RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { limitDelivery } from './delivery';
import { lingerWhenClosing } from './lingering-close';
import { oneAtATime } from './pipelining';
import { answerRefusedRequests } from './refused-requests';

/** How often Node looks for requests that are late; by itself only twice a minute. */
const LOOK_MILLISECONDS = 1000;

/** Beside the longest address, room for tokens that name all groups of their bearer. */
const HEADER_BYTES = 32 * 1024;

/** Clients that mean it have their header ready when they connect. */
const HEADER_MILLISECONDS = 10_000;

/**
 * Proxies keep idle connections to the service for up to a minute (nginx, AWS), and must be the
 * ones to end them: a request that meets a connection while it is being closed is lost.
 */
const IDLE_MILLISECONDS = 65_000;

/** A page that is sent in parts has eleven that wait for the end of its response, once each. */
const LISTENERS_MAX = 20;

/**
 * Express on a server that cuts off clients which take their time, and that answers what it cannot
 * read with problem documents (RFC 9457).
 */
export class ExpressServer extends ExpressAdapter {
  /** @param seconds for a request to arrive, for a silence during it, and for its answer to leave */
  constructor(private readonly seconds: number) {
    super();
  }

  override initHttpServer(): void {
    const milliseconds = this.seconds * 1000;
    const server = createServer({
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: Math.min(HEADER_MILLISECONDS, milliseconds),
      requestTimeout: milliseconds,
      connectionsCheckingInterval: LOOK_MILLISECONDS,
      keepAliveTimeout: IDLE_MILLISECONDS,
      // Node's own answers to these two have no body: `oneHost` refuses the one, the other is ignored.
      requireHostHeader: false,
    });
    server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
    // Whoever reads the body says so, and nobody else: it may not be wanted.
    server.on('checkContinue', (...exchange) => server.emit('request', ...exchange));
    // A look later: what is late hears so, and is not cut off before.
    server.setTimeout(milliseconds + 2 * LOOK_MILLISECONDS);
    server.on('request', (_request, response) => response.setMaxListeners(LISTENERS_MAX));
    lingerWhenClosing(server);
    limitDelivery(server, milliseconds);
    answerRefusedRequests(server, oneAtATime(server, this.getInstance<RequestListener>()));
    this.httpServer = server;
  }
}
