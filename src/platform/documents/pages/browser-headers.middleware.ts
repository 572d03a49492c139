import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { Settings } from '../../foundation/config';

/** Sets security header fields for browsers, as strict as the pages allow. */
@Injectable()
export class BrowserHeadersMiddleware implements NestMiddleware {
  private readonly fields: readonly (readonly [string, string])[];

  constructor(settings: Settings) {
    this.fields = browserHeaders(settings);
  }

  use(_request: Request, response: Response, next: NextFunction): void {
    for (const [name, value] of this.fields) response.setHeader(name, value);
    next();
  }
}

/** Returns the names and values of the fields, which are the same for all answers. */
export function browserHeaders(settings: Settings): readonly (readonly [string, string])[] {
  const fields: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => fields.push([name, value]),
    removeHeader: () => undefined,
  };
  helmetFor(settings)({} as Request, response as unknown as Response, () => undefined);
  return fields;
}

const helmetFor = ({ oidc }: Settings): ReturnType<typeof helmet> =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // The style sheet of Swagger UI contains its icons.
        'img-src': ["'self'", 'data:'],
        // Swagger UI loads the metadata of the token issuer.
        'connect-src': ["'self'", ...(oidc ? [new URL(oidc.issuer).origin] : [])],
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
  });
