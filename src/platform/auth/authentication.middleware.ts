import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../config';
import { Problem } from '../errors';
import { ANONYMOUS, type Caller, clientAddress, EVERYBODY, isForeign } from '../http/context';
import { ApiKeys } from './api-keys';
import { type Credential, readCredential, unauthorized, UNREADABLE } from './credential';
import { FailedLogins } from './failed-logins';
import { may } from './rights';
import { Tokens } from './tokens';

/** Authenticates requests. A wrong credential is a 401, even where the route needs none. */
@Injectable()
export class AuthenticationMiddleware implements NestMiddleware {
  constructor(
    private readonly settings: Settings,
    private readonly keys: ApiKeys,
    private readonly tokens: Tokens,
    private readonly failedLogins: FailedLogins,
  ) {}

  async use(request: Request, _response: Response, next: NextFunction): Promise<void> {
    request.context.caller = await this.identify(request);
    next();
  }

  /**
   * @throws Problem 401 for a wrong credential, 429 for too many of them, 503 when the issuer is
   * unavailable
   */
  identify(request: Request): Promise<Caller> {
    const { authorization } = request.headers;
    return this.settings.access === 'open'
      ? this.inOpen(request)
      : this.inProtected(authorization, clientAddress(request));
  }

  /**
   * Identifies the caller under open access: no request is refused, and every caller has all
   * rights, except pages of other origins: any website could use these rights through the browser of
   * a user who can reach the service. A valid credential with the right to edit every event
   * additionally opens protected events (docs/reference/interface.md#passwords).
   */
  private async inOpen(request: Request): Promise<Caller> {
    if (isForeign(request, this.settings)) return ANONYMOUS;
    const header = request.headers.authorization;
    const credential = header === undefined ? undefined : readCredential(header);
    if (!credential) return EVERYBODY;
    try {
      const caller = await this.callerOf(credential);
      if (!caller) return EVERYBODY;
      return { ...caller, role: EVERYBODY.role, credential: may.editAll(caller) };
    } catch (error) {
      if (error instanceof Problem) return EVERYBODY;
      throw error;
    }
  }

  private async inProtected(header: string | undefined, client: string): Promise<Caller> {
    if (header === undefined) return ANONYMOUS;
    const credential = readCredential(header);
    if (!credential) throw unauthorized(UNREADABLE);
    const { name, secret } = credential;
    // A Bearer token has no user name. Its failed attempts are counted per token: a wrong token
    // must not lock out other clients of the same address.
    const caller = await this.failedLogins.credential(client, name ?? secret, () =>
      this.callerOf(credential),
    );
    if (caller) return caller;
    const error = name === undefined ? 'invalid_token' : undefined;
    throw unauthorized('The credential is not valid.', error);
  }

  private async callerOf({ secret, name }: Credential): Promise<Caller | undefined> {
    const isToken = name === undefined && this.tokens.include(secret);
    return isToken ? this.tokens.callerOf(secret) : this.keys.callerOf(secret, name);
  }
}
