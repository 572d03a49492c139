import { Logger } from '@nestjs/common';
import { type EntityTarget, type FindOptionsWhere, In, LessThanOrEqual } from 'typeorm';
import type { Database } from './database';
import type { Transaction } from './transaction';

const PAUSE_MILLISECONDS = 60_000;
/** Rows of one transaction, which others may have to wait for. */
const ROWS_MAX = 100;

/** Removes the rows of a table that are of no more use, beside the requests. */
export class OldRows<
  Row extends Record<Column, Date> & Record<Key, string | number>,
  Column extends string,
  Key extends string,
> {
  private readonly logger = new Logger('Old rows');
  private lastLook = -Infinity;
  private removal: Promise<unknown> = Promise.resolve();
  private isRemoving = false;
  private isEnding = false;

  /**
   * @param column when a row was made, or when it ends; there is an index of it
   * @param key its primary key
   * @param before what else is done in a transaction that removes rows, before it does
   */
  constructor(
    private readonly database: Database,
    private readonly entity: EntityTarget<Row> & (new () => Row),
    private readonly column: Column,
    private readonly key: Key,
    private readonly before?: (transaction: Transaction, keys: Row[Key][]) => Promise<void>,
  ) {}

  /**
   * Begins to remove them, unless it has done so within the last minute, or is still at it.
   *
   * @param until what `column` has at most in those which are removed; a function is called only if
   *   there is a removal
   */
  look(now: Date, until: Date | (() => Promise<Date>) = now): void {
    if (this.isRemoving || now.getTime() - this.lastLook < PAUSE_MILLISECONDS) return;
    this.lastLook = now.getTime();
    this.isRemoving = true;
    this.removal = this.remove(until)
      .catch((error: unknown) => {
        this.logger.warn(
          new Error(`Old rows of ${this.entity.name} could not be removed`, { cause: error }),
        );
      })
      .finally(() => (this.isRemoving = false));
  }

  /** Ends what has begun, after the rows that are being removed. */
  async stop(): Promise<void> {
    this.isEnding = true;
    await this.removal;
  }

  private async remove(until: Date | (() => Promise<Date>)): Promise<void> {
    const latest = until instanceof Date ? until : await until();
    const isOld = { [this.column]: LessThanOrEqual(latest) } as FindOptionsWhere<Row>;
    for (;;) {
      const old = await this.database
        .select(this.entity, 'old')
        .select(`old.${this.key}`)
        .where(isOld)
        .orderBy(`old.${this.column}`)
        .limit(ROWS_MAX)
        .getMany();
      const keys = old.map((row) => row[this.key]).sort();
      if (keys.length > 0)
        await this.database.transaction(async (transaction) => {
          await this.before?.(transaction, keys);
          // One that has begun anew meanwhile is young again.
          await transaction.manager.delete(this.entity, { [this.key]: In(keys), ...isOld });
        });
      if (keys.length < ROWS_MAX || this.isEnding) return;
    }
  }
}
