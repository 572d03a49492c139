import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Settings } from '../config';

/** Security header fields for browsers, as strict as the pages allow. */
export const browserHeaders = ({ oidc }: Pick<Settings, 'oidc'>): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // Swagger UI has its icons in its style sheet.
        'img-src': ["'self'", 'data:'],
        // Swagger UI gets the metadata of the token issuer.
        'connect-src': ["'self'", ...(oidc ? [new URL(oidc.issuer).origin] : [])],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'self'"],
      },
    },
    // Browsers report these two as errors when the service is used without TLS.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // The proxy with TLS decides on HSTS: how long, and for which hosts.
    strictTransportSecurity: false,
  });
