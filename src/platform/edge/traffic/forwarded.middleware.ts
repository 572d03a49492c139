import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request } from 'express';
import { Settings } from '../../foundation/config';

/**
 * Reads the fields of trusted proxies once, before Express: `ip`, `protocol`, `host`, and the path
 * `prefix` that they have removed. Without trusted proxies the values come from the connection and
 * the Host header.
 */
declare module 'express-serve-static-core' {
  interface Request {
    /** The path prefix that a trusted proxy has removed, such as `/calendar`. */
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
      // Lazy: the list of proxies may be long, and a refused request does not need it.
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

  /** Returns a view of the request with the getters of Express, which has not handled it yet. */
  private asExpress({ headers, socket }: IncomingMessage): Request {
    const { request } = this.adapter.httpAdapter.getInstance<Express>();
    return Object.assign(Object.create(request) as Request, { headers, socket });
  }
}

/** Path segments, none of them `.` or `..`, without a trailing slash. */
const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]{1,100}){1,10}$/;

/** Ignores an invalid prefix, and one from an untrusted peer. */
function prefixOf({ headers, socket, app }: Request): string {
  const isTrusted = app.get('trust proxy fn') as (
    address: string | undefined,
    hop: number,
  ) => boolean;
  const prefix = String(headers['x-forwarded-prefix'] ?? '').replace(/\/$/, '');
  return PREFIX.test(prefix) && isTrusted(socket.remoteAddress, 0) ? prefix : '';
}
