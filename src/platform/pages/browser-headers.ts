import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Settings } from '../config';

/** What browsers may do with the answers of the service: the pages need no more than this. */
export const browserHeaders = ({ oidc }: Pick<Settings, 'oidc'>): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // Swagger UI keeps its icons in its style sheet.
        'img-src': ["'self'", 'data:'],
        // Swagger UI asks the issuer of tokens how to get one.
        'connect-src': ["'self'", ...(oidc ? [new URL(oidc.issuer).origin] : [])],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'self'"],
      },
    },
    // Browsers complain about these two wherever the service is reached without TLS.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // Whoever speaks TLS for the service decides how long browsers remember it, and for which hosts.
    strictTransportSecurity: false,
  });
