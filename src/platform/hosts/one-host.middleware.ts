import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { sendProblem } from '../errors';
import { hasOneHost } from './hostname';
import { unreadableHost } from './unreadable-host';

/**
 * Refuses requests without a Host header, and with several. HTTP/1.0 has none, and health checks of
 * load balancers use it: such a request is for the address that it came to.
 */
@Injectable()
export class OneHostMiddleware implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    if (!hasOneHost(request)) return sendProblem(response, unreadableHost());
    request.headers.host ??= addressOf(request.socket);
    next();
  }
}

/** The own address of a connection, as in a Host header; a Unix socket has none. */
function addressOf({ localAddress, localFamily, localPort }: Socket): string {
  if (localAddress === undefined) return 'localhost';
  return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;
}
