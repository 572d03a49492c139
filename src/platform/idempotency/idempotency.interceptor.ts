import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, type Observable, tap } from 'rxjs';
import { Settings } from '../config';
import { Problem } from '../errors';
import { Creations, type RequestKey } from './creations';
import { fingerprintOf, hashOf, readKey, type Scope } from './request-key';

/** A request with the used parts of its context. */
type KeyedRequest = Request & {
  context: { caller: { identity: string }; now: Date; idempotencyKey?: RequestKey };
};

const REPLAYED = 'Idempotency-Replayed';
/** Statuses of a record that no longer exists. */
const GONE = [404, 410];

/**
 * Implements `Idempotency-Key` on creations (draft-ietf-httpapi-idempotency-key-header): a repeated
 * request gets the current record, and creates nothing. Requests without the header
 * pass unchanged.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Idempotency');

  constructor(
    private readonly creations: Creations,
    private readonly settings: Settings,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<KeyedRequest>(), http.getResponse<Response>()];
    const { context, headers, method, params } = request;
    const header = headers['idempotency-key'];
    if (header === undefined) return next.handle();
    const text = readKey(String(header));
    const scope: Scope = {
      // With open access all callers are the same: a retry may have another credential.
      caller: this.settings.access === 'open' ? '' : context.caller.identity,
      method,
      route: (request.route as { path: string }).path,
    };
    const key: RequestKey = {
      hash: hashOf(scope, text),
      fingerprint: fingerprintOf(request.body, params, text),
    };
    key.recordId = await this.creations.recordOf(key, context.now);
    key.isReplayed = key.recordId !== undefined;
    context.idempotencyKey = key;
    if (key.isReplayed) response.set(REPLAYED, 'true');
    return next.handle().pipe(
      tap(() => {
        // It was created while this request waited.
        if (key.isReplayed) response.set(REPLAYED, 'true');
        // For developers: repeated, the route would create another record.
        if (key.recordId === undefined)
          this.logger.warn(`${scope.route} has created a record without Creations.run.`);
      }),
      catchError((error: unknown) => {
        if (!key.isReplayed || !(error instanceof Problem) || !GONE.includes(error.getStatus()))
          throw error;
        throw new Problem('rest-idempotency-key-reused', {
          message:
            'The record of this Idempotency-Key has been deleted. To create another, use another key.',
        });
      }),
    );
  }
}
