import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ANONYMOUS } from '../access';
import { Settings } from '../config';
import { isForeign } from './own-origin';

/**
 * `ACCESS=open` gives all rights to everybody, but not to pages of other origins: those may be
 * anybody's, in the browser of one who reaches the service. They read what is public.
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
