import { Logger } from '@nestjs/common';
import { type EntityTarget, type FindOptionsWhere, In, LessThanOrEqual } from 'typeorm';
import type { Database } from './database';
import type { Transaction } from './transaction';

const PAUSE_MILLISECONDS = 60_000;
/** Other transactions may have to wait for the locks. */
const ROWS_MAX = 100;

/** Removes expired rows in the background. */
export class OldRows<
  Row extends Record<Column, Date> & Record<Key, string | number>,
  Column extends string,
  Key extends string,
> {
  private readonly logger = new Logger('Old rows');
  private lastRemoval = -Infinity;
  private removal: Promise<unknown> = Promise.resolve();
  private isRemoving = false;
  private isEnding = false;

  /**
   * @param column the time of creation or expiry; it has an index
   * @param before runs in the transaction, before the removal
   */
  constructor(
    private readonly database: Database,
    private readonly entity: EntityTarget<Row> & (new () => Row),
    private readonly column: Column,
    private readonly key: Key,
    private readonly before?: (transaction: Transaction, keys: Row[Key][]) => Promise<void>,
  ) {}

  /**
   * Starts a removal, unless one is running or was started within the last minute.
   *
   * @param until removes rows with values of `column` up to this
   */
  removeWhenDue(now: Date, until = now): void {
    if (this.isRemoving || now.getTime() - this.lastRemoval < PAUSE_MILLISECONDS) return;
    this.lastRemoval = now.getTime();
    this.isRemoving = true;
    this.removal = this.remove(until)
      .catch((error: unknown) => {
        this.logger.warn(
          new Error(`Old rows of ${this.entity.name} could not be removed`, { cause: error }),
        );
      })
      .finally(() => (this.isRemoving = false));
  }

  async stop(): Promise<void> {
    this.isEnding = true;
    await this.removal;
  }

  private async remove(until: Date): Promise<void> {
    const isOld = { [this.column]: LessThanOrEqual(until) } as FindOptionsWhere<Row>;
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
          // A row that was renewed in the meantime is not old any more.
          await transaction.manager.delete(this.entity, { [this.key]: In(keys), ...isOld });
        });
      if (keys.length < ROWS_MAX || this.isEnding) return;
    }
  }
}
