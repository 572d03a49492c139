import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../database';
import { type Reservation, Reservations } from './reservations';

/** The result of a creation. */
export interface Creation<Written = undefined> {
  /** The id of the record. */
  id: number;
  /**
   * Whether this request has created the record. If an earlier request with the key did, the caller
   * may have lost access to it since: it must be read like any other record.
   */
  isNew: boolean;
  /** The result of `written` for the answer; undefined for an earlier request's record. */
  written?: Written;
}

/** Creates the record of a request in a transaction, once per `Idempotency-Key`. */
@Injectable()
export class Creations {
  constructor(
    private readonly database: Database,
    private readonly reservations: Reservations,
  ) {}

  /**
   * Runs `work` like `Database.transaction`, and stores its record under the key of the request, if
   * it has one, in the same transaction. It is for the record in the answer: other records that are
   * created along with it belong in the same `work`.
   *
   * @param context of the request
   * @param work creates the record and returns its id
   * @param written returns the data for the answer from the transaction, such as the row: after the
   * commit, another request may change or delete the record before it is read
   * @throws Problem 409 when another attempt has taken over the key; nothing is created then
   */
  async run<Written = undefined>(
    { reservation }: { reservation?: Reservation },
    work: (transaction: Transaction) => Promise<number>,
    written?: (transaction: Transaction, id: number) => Written,
  ): Promise<Creation<Written>> {
    if (reservation?.recordId !== undefined) return { id: reservation.recordId, isNew: false };
    const created = await this.database.transaction(async (transaction) => {
      const id = await work(transaction);
      if (reservation) await this.reservations.created(transaction, reservation, id);
      return { id, written: written?.(transaction, id) };
    });
    if (reservation) reservation.recordId = created.id;
    return { ...created, isNew: true };
  }
}
