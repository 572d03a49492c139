import type { Socket } from 'node:net';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../config';
import { sendProblem } from '../../errors';
import { hasOneHost, unreadableHost } from './hosts';

/**
 * Refuses requests with several Host headers, or without one. An HTTP/1.0 request, as from health
 * checks of load balancers, may lack it: its host is the address of the connection.
 */
@Injectable()
export class OneHostMiddleware implements NestMiddleware {
  constructor(private readonly settings: Settings) {}

  use(request: Request, response: Response, next: NextFunction): void {
    if (!hasOneHost(request)) return sendProblem(response, unreadableHost());
    // Behind a proxy, the address of the connection is not the public one.
    if (this.settings.trustedProxies.length === 0)
      request.headers.host ??= addressOf(request.socket);
    next();
  }
}

/** Returns the local address of a connection, as in a Host header; a Unix socket has none. */
function addressOf({ localAddress, localFamily, localPort }: Socket): string {
  if (localAddress === undefined) return 'localhost';
  return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;
}
