import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, Database, type Transaction } from '../../../platform/storage/database';
import { SeriesExtension } from './series-extension.entity';

/** Longer than a transaction with a thousand events, and the pause after it. */
export const LEASE_MILLISECONDS = 60_000;

const ROW = { id: 1 };

/** The lease of the instance that extends series: one at a time does. */
@Injectable()
export class ExtensionLease {
  /** The id of this instance. */
  private readonly owner = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns false while another instance has it */
  async claim(): Promise<boolean> {
    const now = this.now();
    return this.database.transaction(async ({ manager }) => {
      const { affected } = await manager
        .createQueryBuilder()
        .update(SeriesExtension)
        .set({ owner: this.owner, owned_until: now + LEASE_MILLISECONDS })
        .where('id = :id AND owned_until <= :now', { ...ROW, now })
        .execute();
      return affected === 1;
    });
  }

  /**
   * Extends the lease in a transaction that writes.
   *
   * @returns false when another instance has taken over
   */
  async renew({ manager }: Transaction): Promise<boolean> {
    const { affected } = await manager.update(
      SeriesExtension,
      { ...ROW, owner: this.owner },
      { owned_until: this.now() + LEASE_MILLISECONDS },
    );
    return affected === 1;
  }

  /**
   * Gives the lease back, if this instance still has it.
   *
   * @param isDone whether all series are extended
   */
  async release(isDone: boolean): Promise<void> {
    await this.database.transaction(({ manager }) =>
      manager.update(
        SeriesExtension,
        { ...ROW, owner: this.owner },
        { owner: '', owned_until: 0, ...(isDone && { extended_at: this.now() }) },
      ),
    );
  }

  /** Returns when all series were extended last; milliseconds since 1970, or 0. */
  async lastExtension(): Promise<number> {
    const row = await this.database.select(SeriesExtension, 'extension').where(ROW).getOne();
    return row?.extended_at ?? 0;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
