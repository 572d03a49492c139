import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../config';
import { Problem, sendProblem } from '../../errors';
import { hostnameOf, knownHosts, unreadableHost } from './hosts';

/**
 * Refuses requests for unknown hosts. A host forwarded by a trusted proxy replaces the Host header.
 */
@Injectable()
export class KnownHostMiddleware implements NestMiddleware {
  private readonly isKnown: ReturnType<typeof knownHosts>;

  constructor(private readonly settings: Settings) {
    this.isKnown = knownHosts(settings);
  }

  use(request: Request, response: Response, next: NextFunction): void {
    if (this.settings.access === 'protected') return next();
    const hostname = hostnameOf(request.host);
    if (hostname === undefined) sendProblem(response, unreadableHost());
    else if (this.isKnown(hostname)) next();
    else sendProblem(response, new Problem('rest-host-not-allowed', { message: UNKNOWN }));
  }
}

const UNKNOWN =
  'While access is open to everybody, the service answers to addresses in numbers, to localhost, ' +
  'and to the host names in HOST, PUBLIC_URL and ALLOWED_HOSTS.';
