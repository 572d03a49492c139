import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/** Sets security header fields for browsers, as strict as the pages allow. */
@Injectable()
export class BrowserHeadersMiddleware implements NestMiddleware {
  use(_request: Request, response: Response, next: NextFunction): void {
    for (const [name, value] of BROWSER_HEADERS) response.setHeader(name, value);
    next();
  }
}

/** The names and values of the fields, which are the same for all answers. */
export const BROWSER_HEADERS: readonly (readonly [string, string])[] = fieldsOf(
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // The icon of the service is part of the pages.
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'self'"],
      },
    },
    // Browsers report these two as errors when the service is used without TLS.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // The TLS proxy decides on HSTS: its duration and its hosts.
    strictTransportSecurity: false,
  }),
);

function fieldsOf(setHeaders: ReturnType<typeof helmet>): [string, string][] {
  const fields: [string, string][] = [];
  const setHeader = (...field: [string, string]): number => fields.push(field);
  const response = { setHeader, removeHeader: () => undefined } as unknown as Response;
  setHeaders({} as Request, response, () => undefined);
  return fields;
}
