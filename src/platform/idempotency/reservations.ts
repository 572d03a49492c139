import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Settings } from '../config';
import { Database, type Transaction } from '../database';
import { Problem } from '../errors';
import { type Reservation, type Standing, standingOf } from './reservation';
import { IdempotencyKey } from './idempotency-key.entity';

const SECOND = 1000;
/** Hardly any attempt takes longer, though one that has died keeps its key until its lease ends. */
const RETRY_SECONDS_MAX = 5;

/** A request with a key, as far as the table knows it. */
export interface KeyedRequest {
  hash: string;
  fingerprint: string;
}

/** The keys in the table: one attempt at a time has one, and the record that it made is kept. */
@Injectable()
export class Reservations {
  private readonly logger = new Logger('Idempotency');

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /**
   * Reserves a key for a request. A key whose owner has died is taken over when its lease has ended;
   * should the owner be alive after all, `created` keeps it from creating anything.
   *
   * @returns the reservation, with the record of a request before that was the same
   * @throws Problem 422 when the other request was not the same, 409 when it is still running
   */
  async take(request: KeyedRequest, now: Date): Promise<Reservation> {
    const { hash, fingerprint } = request;
    const known = await this.database.select(IdempotencyKey, 'known').where({ hash }).getOne();
    const standing = standingOf(known, fingerprint, now);
    // Repetitions need no lock, and on SQLite no turn to write.
    return standing.state === 'free'
      ? this.reserve(request, now)
      : this.outcome(standing, hash, now);
  }

  /**
   * Notes the record of a reservation, as part of the transaction that creates it.
   *
   * @throws Problem 409 when another attempt has taken the key over, which undoes the transaction
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
   * Gives a key back that nothing was created with. Where it is not known whether the transaction
   * was committed, the database knows: the row waits for it, and a key with a record stays. What comes
   * after a creation does not make it fail.
   */
  async release({ hash, owner }: Reservation): Promise<void> {
    try {
      await this.database.transaction(({ manager }) =>
        manager.delete(IdempotencyKey, { hash, owner, record_id: IsNull() }),
      );
    } catch (error) {
      this.logger.warn(new Error('A key could not be given back', { cause: error }));
    }
  }

  /** Tells whoever has written a service that its creations may take place twice. */
  warnOf(route: string): void {
    this.logger.warn(`${route} has created a record, and not by Creations.run.`);
  }

  private reserve({ hash, fingerprint }: KeyedRequest, now: Date): Promise<Reservation> {
    const reservation = { hash, owner: randomUUID() };
    const row: IdempotencyKey = {
      ...reservation,
      fingerprint,
      lease_end_utc: wholeSecond(now.getTime() + this.settings.requestTimeout * SECOND),
      record_id: null,
      created_utc: wholeSecond(now.getTime()),
    };
    return this.database.transaction(async (transaction) => {
      const { manager } = transaction;
      const rows = manager.createQueryBuilder(IdempotencyKey, 'known').where({ hash });
      const known = await transaction.lockForUpdate(rows).getOne();
      const standing = standingOf(known, fingerprint, now);
      if (standing.state !== 'free') return this.outcome(standing, hash, now);
      if (known === null) await manager.insert(IdempotencyKey, row);
      else await manager.update(IdempotencyKey, { hash }, row);
      return reservation;
    });
  }

  private outcome(
    standing: Exclude<Standing, { state: 'free' }>,
    hash: string,
    now: Date,
  ): Reservation {
    switch (standing.state) {
      case 'created':
        return { hash, owner: standing.owner, recordId: standing.recordId };
      case 'running':
        throw inUse(Math.ceil((standing.leaseEnd.getTime() - now.getTime()) / SECOND));
      case 'reused':
        throw new Problem('rest-idempotency-key-reused', {
          message:
            'Another request was sent with this Idempotency-Key. Every request needs its own.',
        });
    }
  }
}

/** Not every database keeps parts of a second; a lease is rather too long than too short. */
const wholeSecond = (milliseconds: number): Date =>
  new Date(Math.ceil(milliseconds / SECOND) * SECOND);

function inUse(seconds: number): Problem {
  return new Problem('rest-idempotency-key-in-use', {
    message: 'A request with this Idempotency-Key is still running. Send it again in a while.',
    headers: { 'Retry-After': String(Math.min(seconds, RETRY_SECONDS_MAX)) },
  });
}
