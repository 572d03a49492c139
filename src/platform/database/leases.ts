import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import type { Database } from './database';
import type { Transaction } from './transaction';

interface Leased {
  owner: string;
  /** Milliseconds since 1970. */
  owned_until: number;
}

/** One instance at a time does the work of a row. */
export class Leases {
  private readonly owner = randomUUID();

  /** @param milliseconds how long a lease lasts unless it is renewed */
  constructor(
    private readonly database: Database,
    private readonly entity: Type<Leased>,
    private readonly milliseconds: number,
  ) {}

  /**
   * Takes the lease of a row, also one that this instance could not release.
   *
   * @param key the column and value of the primary key
   * @returns false while another instance has it
   */
  claim(key: ObjectLiteral): Promise<boolean> {
    const { owner } = this;
    return this.database.transaction(async ({ manager }) => {
      const { affected } = await manager
        .createQueryBuilder()
        .update(this.entity)
        .set({ owner, owned_until: this.end })
        .where(key)
        .andWhere(`(owned_until <= ${this.database.currentMilliseconds} OR owner = :owner)`, {
          owner,
        })
        .execute();
      return affected === 1;
    });
  }

  /**
   * Extends the lease in a transaction that writes results.
   *
   * @param values other columns to set
   * @returns false when another instance has taken over, or the row is deleted
   */
  async renew(
    { manager }: Transaction,
    key: ObjectLiteral,
    values: ObjectLiteral = {},
  ): Promise<boolean> {
    const own = { ...key, owner: this.owner };
    const lease = { ...values, owned_until: this.end };
    const { affected } = await manager.update(this.entity, own, lease);
    return affected === 1;
  }

  /** @param values other columns to set */
  async release(key: ObjectLiteral, values: ObjectLiteral = {}): Promise<void> {
    const own = { ...key, owner: this.owner };
    await this.database.transaction(({ manager }) =>
      manager.update(this.entity, own, { ...values, owner: '', owned_until: 0 }),
    );
  }

  /** SQL, by the clock that all instances share. */
  private readonly end = (): string =>
    `${this.database.currentMilliseconds} + ${this.milliseconds}`;
}
