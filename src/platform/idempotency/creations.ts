import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../database';
import type { Reservation } from './reservation';
import { Reservations } from './reservations';

/** What a request has its answer made from. */
export interface Creation {
  /** Of the record. */
  id: number;
  /**
   * Whether this request has created the record. One that an earlier attempt with the key has
   * created may be out of the caller's reach by now: it is to be read as any other record is.
   */
  isNew: boolean;
}

/** Transactions that create the record a request asks for, once for each `Idempotency-Key`. */
@Injectable()
export class Creations {
  constructor(
    private readonly database: Database,
    private readonly reservations: Reservations,
  ) {}

  /**
   * Runs `work` as `Database.transaction` does, and notes its record under the key of the request,
   * if it has one, in the same transaction. It is for the one record that the request is answered
   * with: whatever is created along with it belongs into the same `work`.
   *
   * @param context of the request
   * @param work creates the record, and answers its id
   * @throws Problem 409 when another attempt has taken the key over; nothing is created then
   */
  async run(
    { reservation }: { reservation?: Reservation },
    work: (transaction: Transaction) => Promise<number>,
  ): Promise<Creation> {
    if (reservation?.recordId !== undefined) return { id: reservation.recordId, isNew: false };
    const id = await this.database.transaction(async (transaction) => {
      const created = await work(transaction);
      if (reservation) await this.reservations.created(transaction, reservation, created);
      return created;
    });
    if (reservation) reservation.recordId = id;
    return { id, isNew: true };
  }
}
