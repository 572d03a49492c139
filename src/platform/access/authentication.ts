import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../config';
import { Problem } from '../errors';
import { ApiKeys } from './api-keys';
import { ANONYMOUS, type Caller, EVERYBODY } from './caller';

/** RFC 9110 §11.6.1 */
const CHALLENGE = 'Bearer realm="calendar", Basic realm="calendar", charset="UTF-8"';

/** 401 that says how to send a credential. */
export function unauthorized(message?: string): Problem {
  return new Problem('rest-unauthorized', { message, headers: { 'WWW-Authenticate': CHALLENGE } });
}

/** Reads the credential of a request: a wrong one is a 401, even where none is needed. */
@Injectable()
export class Authentication implements NestMiddleware {
  constructor(
    private readonly settings: Settings,
    private readonly keys: ApiKeys,
  ) {}

  async use(request: Request, _response: Response, next: NextFunction): Promise<void> {
    request.context.caller = await this.callerOf(request.headers.authorization);
    next();
  }

  private async callerOf(header: string | undefined): Promise<Caller> {
    const open = this.settings.access === 'open';
    if (header === undefined) return open ? EVERYBODY : ANONYMOUS;
    const caller = await this.keyOf(header);
    if (caller) return open ? { ...caller, role: EVERYBODY.role } : caller;
    // Programs that served themselves with another service's credential have all rights as well.
    if (open) return EVERYBODY;
    throw unauthorized('The credential is not valid.');
  }

  private async keyOf(header: string): Promise<Caller | undefined> {
    const [, scheme = '', credential = ''] = /^(\S+)\s+(\S+)\s*$/.exec(header) ?? [];
    if (scheme.toLowerCase() === 'bearer') return this.keys.callerOf(credential);
    if (scheme.toLowerCase() !== 'basic') return undefined;
    const pair = Buffer.from(credential, 'base64').toString('utf8');
    const colon = pair.indexOf(':');
    return colon < 0 ? undefined : this.keys.callerOf(pair.slice(colon + 1), pair.slice(0, colon));
  }
}
