import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../foundation/config';
import { ANONYMOUS } from '../../http/request-context';
import { isForeign } from './own-origin';

/**
 * With open access every client has all rights, except pages of other origins: any website could
 * use them through the browser of a user who can reach the service. Such pages can only read public
 * records.
 */
@Injectable()
export class ForeignPages implements CanActivate {
  constructor(private readonly settings: Settings) {}

  canActivate(execution: ExecutionContext): true {
    const request = execution.switchToHttp().getRequest<Request>();
    if (this.settings.access === 'open' && isForeign(request, this.settings))
      request.context.caller = ANONYMOUS;
    return true;
  }
}
