import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Settings } from '../../foundation/config';
import { Problem } from '../../foundation/errors';
import { Database, OldRows, type Transaction } from '../database';
import { IdempotencyKey } from './idempotency-key.entity';

const SECOND = 1000;
/** The time after which a key expires. */
const KEPT_MILLISECONDS = 24 * 3600 * SECOND;
/**
 * The maximum `Retry-After`: hardly any attempt takes longer, although the key of a crashed attempt
 * stays reserved until its lease ends.
 */
const RETRY_SECONDS_MAX = 5;

/** The right of a running request to create the record of its key. */
export interface Reservation {
  /** The hash under which the key is stored. */
  readonly hash: string;
  /** The id of the attempt; an attempt that takes over the key gets another one. */
  readonly owner: string;
  /** The id of the key's record, created by an earlier request or by this one. */
  recordId?: number;
}

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
    const { hash } = request;
    this.old.look(now, expiredBefore(now));
    const known = await this.database.select(IdempotencyKey, 'known').where({ hash }).getOne();
    // Repeated requests need no lock, and on SQLite no write transaction.
    return earlierOf(known, request, now) ?? this.reserve(request, now);
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

  private reserve(request: KeyedRequest, now: Date): Promise<Reservation> {
    const { hash, fingerprint } = request;
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
      const earlier = earlierOf(known, request, now);
      if (earlier) return earlier;
      if (known === null) await manager.insert(IdempotencyKey, row);
      else await manager.update(IdempotencyKey, { hash }, row);
      return reservation;
    });
  }
}

/**
 * Returns the reservation of an earlier equal request, with its record; undefined when the key is
 * free.
 *
 * @param known the stored key
 * @throws Problem see `Reservations.take`
 */
export function earlierOf(
  known: IdempotencyKey | null,
  { hash, fingerprint }: KeyedRequest,
  now: Date,
): Reservation | undefined {
  if (known === null || known.created_utc <= expiredBefore(now)) return undefined;
  if (known.fingerprint !== fingerprint)
    throw new Problem('rest-idempotency-key-reused', {
      message: 'Another request was sent with this Idempotency-Key. Every request needs its own.',
    });
  const { owner, record_id: recordId, lease_end_utc: leaseEnd } = known;
  if (recordId !== null) return { hash, owner, recordId };
  if (leaseEnd > now) throw inUse(Math.ceil((leaseEnd.getTime() - now.getTime()) / SECOND));
  return undefined;
}

/** Keys that were first sent at this time or earlier have expired. */
const expiredBefore = (now: Date): Date => new Date(now.getTime() - KEPT_MILLISECONDS);

/** Not every database stores fractions of a second; leases are rounded up. */
const roundedUpToSecond = (milliseconds: number): Date =>
  new Date(Math.ceil(milliseconds / SECOND) * SECOND);

function inUse(seconds: number): Problem {
  return new Problem('rest-idempotency-key-in-use', {
    message: 'A request with this Idempotency-Key is still running. Send it again in a while.',
    headers: { 'Retry-After': String(Math.min(seconds, RETRY_SECONDS_MAX)) },
  });
}
