import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Settings } from '../../foundation/config';
import { Problem } from '../../foundation/errors';
import { Database, OldRows, type Transaction } from '../database';
import { IdempotencyKey } from './idempotency-key.entity';
import { expiredBefore, type KeyStatus, keyStatusOf, type Reservation } from './reservation';

const SECOND = 1000;
/**
 * The maximum `Retry-After`: hardly any attempt takes longer, although the key of a crashed attempt
 * stays reserved until its lease ends.
 */
const RETRY_SECONDS_MAX = 5;

/** A stored request with a key. */
export interface KeyedRequest {
  hash: string;
  fingerprint: string;
}

/** Reservations of keys in the table: one attempt at a time holds a key. */
@Injectable()
export class Reservations implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Idempotency');
  private readonly old: OldRows<IdempotencyKey, 'created_utc', 'hash'>;

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {
    this.old = new OldRows(database, IdempotencyKey, 'created_utc', 'hash');
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.old.stop();
  }

  /**
   * Reserves a key for a request. The key of a crashed owner is taken over when its lease has
   * ended; if that owner is still alive, `created` prevents it from creating anything. Expired keys
   * are removed in the background.
   *
   * @returns the reservation, with the record of an earlier equal request
   * @throws Problem 422 when the earlier request was different, 409 when it is still running
   */
  async take(request: KeyedRequest, now: Date): Promise<Reservation> {
    const { hash, fingerprint } = request;
    this.old.look(now, expiredBefore(now));
    const known = await this.database.select(IdempotencyKey, 'known').where({ hash }).getOne();
    const status = keyStatusOf(known, fingerprint, now);
    // Repeated requests need no lock, and on SQLite no write transaction.
    return status.state === 'free' ? this.reserve(request, now) : this.outcome(status, hash, now);
  }

  /**
   * Stores the record of a reservation, in the transaction that creates it.
   *
   * @throws Problem 409 when another attempt has taken over the key; the transaction is rolled back
   */
  async created(
    { manager }: Transaction,
    reservation: Reservation,
    recordId: number,
  ): Promise<void> {
    const { hash, owner } = reservation;
    const { affected } = await manager.update(
      IdempotencyKey,
      { hash, owner, record_id: IsNull() },
      { record_id: recordId },
    );
    if (affected !== 1) throw inUse(RETRY_SECONDS_MAX);
  }

  /**
   * Releases a key without a record. If it is unknown whether the transaction was committed, the
   * database decides: this waits for the lock of the row, and keeps a key with a record. A database
   * error here does not make the request fail.
   */
  async release({ hash, owner }: Reservation): Promise<void> {
    try {
      await this.database.transaction(({ manager }) =>
        manager.delete(IdempotencyKey, { hash, owner, record_id: IsNull() }),
      );
    } catch (error) {
      this.logger.warn(new Error('An Idempotency-Key could not be released', { cause: error }));
    }
  }

  /** Warns developers that the creations of a route may be repeated. */
  warnOf(route: string): void {
    this.logger.warn(`${route} has created a record without Creations.run.`);
  }

  private reserve({ hash, fingerprint }: KeyedRequest, now: Date): Promise<Reservation> {
    const reservation = { hash, owner: randomUUID() };
    const row: IdempotencyKey = {
      ...reservation,
      fingerprint,
      lease_end_utc: roundedUpToSecond(now.getTime() + this.settings.requestTimeout * SECOND),
      record_id: null,
      created_utc: roundedUpToSecond(now.getTime()),
    };
    return this.database.transaction(async (transaction) => {
      const { manager } = transaction;
      const rows = manager.createQueryBuilder(IdempotencyKey, 'known').where({ hash });
      const known = await transaction.lockForUpdate(rows).getOne();
      const status = keyStatusOf(known, fingerprint, now);
      if (status.state !== 'free') return this.outcome(status, hash, now);
      if (known === null) await manager.insert(IdempotencyKey, row);
      else await manager.update(IdempotencyKey, { hash }, row);
      return reservation;
    });
  }

  private outcome(
    status: Exclude<KeyStatus, { state: 'free' }>,
    hash: string,
    now: Date,
  ): Reservation {
    switch (status.state) {
      case 'created':
        return { hash, owner: status.owner, recordId: status.recordId };
      case 'running':
        throw inUse(Math.ceil((status.leaseEnd.getTime() - now.getTime()) / SECOND));
      case 'reused':
        throw new Problem('rest-idempotency-key-reused', {
          message:
            'Another request was sent with this Idempotency-Key. Every request needs its own.',
        });
    }
  }
}

/** Not every database stores fractions of a second; leases are rounded up. */
const roundedUpToSecond = (milliseconds: number): Date =>
  new Date(Math.ceil(milliseconds / SECOND) * SECOND);

function inUse(seconds: number): Problem {
  return new Problem('rest-idempotency-key-in-use', {
    message: 'A request with this Idempotency-Key is still running. Send it again in a while.',
    headers: { 'Retry-After': String(Math.min(seconds, RETRY_SECONDS_MAX)) },
  });
}
