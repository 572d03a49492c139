import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request } from 'express';
import { Settings } from '../config';

/**
 * Reads once, before Express, what trusted proxies say of a request: `ip`, `protocol`, `host`, and the
 * `prefix` of its path that they have taken away. Without trusted proxies they are those of the
 * connection and of the Host header.
 */
declare module 'express-serve-static-core' {
  interface Request {
    /** What a trusted proxy has taken away at the beginning of the path, such as `/calendar`. */
    prefix?: string;
  }
}

@Injectable()
export class ForwardedMiddleware implements NestMiddleware {
  private readonly isTrusting: boolean;

  constructor(
    settings: Settings,
    private readonly adapter: HttpAdapterHost<ExpressAdapter>,
  ) {
    this.isTrusting = settings.trustedProxies.length > 0;
  }

  use(request: IncomingMessage, _response: ServerResponse, next: () => void): void {
    if (this.isTrusting) {
      const express = this.asExpress(request);
      const { protocol, host } = express;
      // The list of all proxies may be long, and nobody asks for it when the request is refused.
      let ip: string | undefined;
      Object.defineProperties(request, {
        ip: { get: () => (ip ??= express.ip) },
        protocol: { value: protocol },
        host: { value: host },
        prefix: { value: prefixOf(express) },
      });
    }
    next();
  }

  /** A view of the request with the getters of Express, which has not seen it yet. */
  private asExpress({ headers, socket }: IncomingMessage): Request {
    const { request } = this.adapter.httpAdapter.getInstance<Express>();
    return Object.assign(Object.create(request) as Request, { headers, socket });
  }
}

/** Segments of a path, none of them `.` or `..`, without a slash at the end. */
const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]{1,100}){1,10}$/;

/** What is no path counts for nothing, and so does what a stranger sends. */
function prefixOf({ headers, socket, app }: Request): string {
  const isTrusted = app.get('trust proxy fn') as (
    address: string | undefined,
    hop: number,
  ) => boolean;
  const prefix = String(headers['x-forwarded-prefix'] ?? '').replace(/\/$/, '');
  return PREFIX.test(prefix) && isTrusted(socket.remoteAddress, 0) ? prefix : '';
}
