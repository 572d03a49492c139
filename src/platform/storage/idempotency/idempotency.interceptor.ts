import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, mergeMap, type Observable } from 'rxjs';
import { Settings } from '../../foundation/config';
import { Problem } from '../../foundation/errors';
import { Database } from '../database';
import { fingerprintOf, hashOf, readKey, type Scope } from './request-key';
import { type Reservation, Reservations } from './reservations';

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
  private readonly logger = new Logger('Idempotency');

  constructor(
    private readonly reservations: Reservations,
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<KeyedRequest>(), http.getResponse<Response>()];
    const { context, headers, method, params } = request;
    const header = headers['idempotency-key'];
    if (header === undefined) return next.handle();
    const key = readKey(String(header));
    const scope: Scope = {
      // With open access all callers are the same: a retry may have another credential.
      caller: this.settings.access === 'open' ? '' : context.caller.identity,
      method,
      route: (request.route as { path: string }).path,
    };
    const reservation = await this.reservations.take(
      { hash: hashOf(scope, key), fingerprint: fingerprintOf(request.body, params, key) },
      context.now,
    );
    context.reservation = reservation;
    const isRepeated = reservation.recordId !== undefined;
    if (isRepeated) response.set(REPLAYED, 'true');
    return next.handle().pipe(
      mergeMap(async (record: unknown) => {
        if (reservation.recordId !== undefined) return record;
        // For developers: repeated, the route would create another record.
        this.logger.warn(`${scope.route} has created a record without Creations.run.`);
        await this.reservations.release(reservation);
        return record;
      }),
      catchError((error: unknown) => this.fail(reservation, isRepeated, error)),
    );
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
