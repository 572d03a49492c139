import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The icon of the service is part of the pages.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
];

/**
 * Security header fields for browsers, as strict as the pages allow. HSTS is left to the TLS proxy,
 * which decides on its duration and its hosts.
 */
export const BROWSER_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY.join(';'),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

/** Sets the security header fields of all answers. */
@Injectable()
export class BrowserHeadersMiddleware implements NestMiddleware {
  use(_request: Request, response: Response, next: NextFunction): void {
    response.set(BROWSER_HEADERS);
    next();
  }
}
