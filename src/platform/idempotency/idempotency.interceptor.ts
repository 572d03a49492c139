import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, mergeMap, type Observable, of } from 'rxjs';
import { Settings } from '../config';
import { Database } from '../database';
import { Problem } from '../errors';
import type { Claim, KeptAnswer } from './claim';
import { Claims } from './claims';
import { fingerprintOf, hashOf, type Scope } from './fingerprint';
import { ForgottenKeys } from './forgotten-keys';
import { readKey } from './key-header';

/** A request with what its context has to say of it, and is told of its key. */
type KeyedRequest = Request & {
  context: { caller: { identity: string }; now: Date; claim?: Claim };
};

const REPLAYED = 'Idempotency-Replayed';
/** Headers of an answer that say something about its record. */
const KEPT_HEADERS = ['Location', 'ETag', 'Last-Modified'];
/** Statuses of a record that was there once. */
const GONE = [404, 410];

/**
 * `Idempotency-Key` on creations (draft-ietf-httpapi-idempotency-key-header): a request that is
 * sent again is answered again, and creates nothing. Requests without the header pass.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly claims: Claims,
    private readonly forgotten: ForgottenKeys,
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<KeyedRequest>(), http.getResponse<Response>()];
    const { context, headers } = request;
    const header = headers['idempotency-key'];
    if (header === undefined) return next.handle();
    const key = readKey(String(header));
    this.forgotten.look(context.now);
    const taken = await this.claims.take(
      { hash: hashOf(this.scopeOf(request), key), fingerprint: fingerprintOf(request.body, key) },
      context.now,
    );
    if ('headers' in taken) return of(replay(taken, response));
    context.claim = taken;
    if (taken.recordId !== undefined) response.set(REPLAYED, 'true');
    return next.handle().pipe(
      mergeMap(async (body: unknown) => {
        await this.claims.keep(taken, { headers: keptHeaders(response), body });
        return body;
      }),
      catchError((error: unknown) => this.fail(taken, error)),
    );
  }

  /** With `ACCESS=open` everybody is one caller, whose retry may come with another credential. */
  private scopeOf({ context, method, route, params }: KeyedRequest): Scope {
    return {
      caller: this.settings.access === 'open' ? '' : context.caller.identity,
      method,
      route: (route as { path: string }).path,
      parameters: params,
    };
  }

  private async fail(claim: Claim, error: unknown): Promise<never> {
    if (
      claim.recordId !== undefined &&
      error instanceof Problem &&
      GONE.includes(error.getStatus())
    )
      throw new Problem('rest-idempotency-key-reused', {
        message:
          'The record of this Idempotency-Key has been deleted. To create another, use another key.',
      });
    const released = this.claims.release(claim);
    // The caller of a database that does not answer need not wait until it does.
    if (!this.database.isUnavailable(error)) await released;
    throw error;
  }
}

function replay({ headers, body }: KeptAnswer, response: Response): unknown {
  response.set({ ...headers, [REPLAYED]: 'true' });
  return body;
}

function keptHeaders(response: Response): Record<string, string> {
  const set = KEPT_HEADERS.filter((name) => response.hasHeader(name));
  return Object.fromEntries(set.map((name) => [name, String(response.getHeader(name))]));
}
