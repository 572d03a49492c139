import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../database';
import type { Claim } from './claim';
import { Claims } from './claims';

/** Transactions that create the record a request asks for, once for each `Idempotency-Key`. */
@Injectable()
export class Creations {
  constructor(
    private readonly database: Database,
    private readonly claims: Claims,
  ) {}

  /**
   * Runs `work` as `Database.transaction` does, and notes its record under the key of the request,
   * if it has one, in the same transaction. It is for the one record that the request is answered
   * with: whatever is created along with it belongs into the same `work`.
   *
   * @param context of the request
   * @param work creates the record, and answers its id
   * @returns the id of the record; when an earlier attempt with the key has created it, that one
   * @throws Problem 409 when another attempt has taken the key over; nothing is created then
   */
  async run(
    { claim }: { claim?: Claim },
    work: (transaction: Transaction) => Promise<number>,
  ): Promise<number> {
    if (claim?.recordId !== undefined) return claim.recordId;
    return this.database.transaction(async (transaction) => {
      const id = await work(transaction);
      if (claim) await this.claims.created(transaction, claim, id);
      return id;
    });
  }
}
