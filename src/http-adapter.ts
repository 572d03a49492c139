import { createServer, type RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Large enough for the longest address, and for tokens that contain all groups of a user. */
const HEADER_BYTES = 32 * 1024;

/** The timeout of a request's header; clients normally send it at once. */
const HEADER_MILLISECONDS = 10_000;

/** How often Node checks requests for timeouts; its default is only twice a minute. */
const CHECK_MILLISECONDS = 1000;

/**
 * Proxies keep idle connections for up to a minute (nginx, AWS), and must be the ones to close
 * them: a request on a connection that the service is closing would be lost.
 */
const IDLE_MILLISECONDS = 65_000;

/** Maximum number of open connections; Node closes further ones. */
const CONNECTIONS_MAX = 5000;

/** Express on a server with the limits of `node:http`. */
export class HttpAdapter extends ExpressAdapter {
  /**
   * @param seconds timeout for receiving a request, and for a connection on which nothing is sent
   */
  constructor(private readonly seconds: number) {
    super();
  }

  override initHttpServer(): void {
    const milliseconds = this.seconds * 1000;
    const server = createServer(
      {
        maxHeaderSize: HEADER_BYTES,
        headersTimeout: Math.min(HEADER_MILLISECONDS, milliseconds),
        requestTimeout: milliseconds,
        connectionsCheckingInterval: CHECK_MILLISECONDS,
        keepAliveTimeout: IDLE_MILLISECONDS,
      },
      this.getInstance<RequestListener>(),
    );
    server.maxConnections = CONNECTIONS_MAX;
    // Longer than the other timeouts, which send a 408; this one only closes the connection.
    server.setTimeout(milliseconds + 2 * CHECK_MILLISECONDS);
    this.httpServer = server;
  }
}
