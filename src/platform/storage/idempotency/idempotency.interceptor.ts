import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, mergeMap, type Observable } from 'rxjs';
import { Settings } from '../../foundation/config';
import { Problem } from '../../foundation/errors';
import { Database } from '../database';
import { fingerprintOf, hashOf, type Scope } from './fingerprint';
import { readKey } from './key-header';
import type { Reservation } from './reservation';
import { Reservations } from './reservations';

/** A request with the used parts of its context. */
type KeyedRequest = Request & {
  context: { caller: { identity: string }; now: Date; reservation?: Reservation };
};

const REPLAYED = 'Idempotency-Replayed';
/** Statuses of a record that no longer exists. */
const GONE = [404, 410];

/**
 * Implements `Idempotency-Key` on creations (draft-ietf-httpapi-idempotency-key-header): a repeated
 * request is answered with the current record, and creates nothing. Requests without the header
 * pass unchanged.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reservations: Reservations,
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
    const reservation = await this.reservations.take(
      {
        hash: hashOf(this.scopeOf(request), key),
        fingerprint: fingerprintOf(request.body, request.params, key),
      },
      context.now,
    );
    context.reservation = reservation;
    const isRepeated = reservation.recordId !== undefined;
    if (isRepeated) response.set(REPLAYED, 'true');
    return next.handle().pipe(
      mergeMap(async (record: unknown) => {
        if (reservation.recordId !== undefined) return record;
        this.reservations.warnOf(this.scopeOf(request).route);
        await this.reservations.release(reservation);
        return record;
      }),
      catchError((error: unknown) => this.fail(reservation, isRepeated, error)),
    );
  }

  /** With open access all callers are the same: a retry may have another credential. */
  private scopeOf({ context, method, route }: KeyedRequest): Scope {
    return {
      caller: this.settings.access === 'open' ? '' : context.caller.identity,
      method,
      route: (route as { path: string }).path,
    };
  }

  private async fail(
    reservation: Reservation,
    isRepeated: boolean,
    error: unknown,
  ): Promise<never> {
    if (isRepeated && error instanceof Problem && GONE.includes(error.getStatus()))
      throw new Problem('rest-idempotency-key-reused', {
        message:
          'The record of this Idempotency-Key has been deleted. To create another, use another key.',
      });
    const released = this.reservations.release(reservation);
    // While the database is unavailable, the client should not wait for the release.
    if (!this.database.isUnavailable(error)) await released;
    throw error;
  }
}
