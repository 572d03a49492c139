import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { handleInOrder, limitSlowReaders, lingerWhenClosing } from './connections';
import { answerParserErrors } from './parser-errors';

/** How often Node checks requests for timeouts; its default is only twice a minute. */
const LOOK_MILLISECONDS = 1000;

/** Large enough for the longest address, and for tokens that contain all groups of a user. */
const HEADER_BYTES = 32 * 1024;

/** The timeout of a request's header; clients normally send it at once. */
const HEADER_MILLISECONDS = 10_000;

/**
 * Proxies keep idle connections for up to a minute (nginx, AWS), and must be the ones to close
 * them: a request on a connection that the service is closing would be lost.
 */
const IDLE_MILLISECONDS = 65_000;

/** For a page in parts, eleven listeners wait for the end of its response. */
const LISTENERS_MAX = 20;

/** A middleware that runs before Express, on Node's request and response. */
export interface Step {
  use(request: IncomingMessage, response: ServerResponse, next: () => void): void;
}

/**
 * Express on a server with timeouts for slow clients, which answers invalid HTTP requests with
 * problem documents (RFC 9457).
 */
export class ExpressServer extends ExpressAdapter {
  private handle: RequestListener = this.getInstance<RequestListener>();

  /**
   * @param seconds timeout for receiving a request, for a pause during it, and for sending its
   * answer
   */
  constructor(private readonly seconds: number) {
    super();
  }

  /** Runs steps on every request, in this order, before Express handles it. */
  passBefore(steps: readonly Step[]): void {
    this.handle = steps.reduceRight<RequestListener>(
      (next, step) => (request, response) =>
        step.use(request, response, () => void next(request, response)),
      this.handle,
    );
  }

  override initHttpServer(): void {
    const milliseconds = this.seconds * 1000;
    const server = createServer({
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: Math.min(HEADER_MILLISECONDS, milliseconds),
      requestTimeout: milliseconds,
      connectionsCheckingInterval: LOOK_MILLISECONDS,
      keepAliveTimeout: IDLE_MILLISECONDS,
      // Node's own answers to these two have no body. `OneHostMiddleware` refuses a missing host,
      // and an unknown `Expect` is ignored.
      requireHostHeader: false,
    });
    // A client may end its sending side and wait for its answer. Node's types lack the property.
    Object.assign(server, { httpAllowHalfOpen: true });
    server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
    // `100 Continue` is sent only when the body is about to be read.
    server.on('checkContinue', (...exchange) => server.emit('request', ...exchange));
    // Longer than the other timeouts, which send an answer; this one only closes the connection.
    server.setTimeout(milliseconds + 2 * LOOK_MILLISECONDS);
    server.on('request', (_request, response) => response.setMaxListeners(LISTENERS_MAX));
    limitSlowReaders(server, milliseconds);
    const openResponses = handleInOrder(server, (request, response) =>
      this.handle(request, response),
    );
    lingerWhenClosing(server, openResponses);
    answerParserErrors(server, openResponses);
    this.httpServer = server;
  }
}
