import { DAY_MILLISECONDS } from '../../platform/foundation/dates';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { NumberedChanges } from '../../platform/storage/changes';
import {
  Clock,
  Database,
  OldRows,
  storedInstant,
  type Transaction,
} from '../../platform/storage/database';
import { linkCondition } from '../links';
import type { LinkedRecord, RecordKind } from './linked-record';
import { LostLink } from './lost-link.entity';

/**
 * Stores the links that records lose while they are hidden. Such a loss is not published. A client that reads
 * only afterwards that the record was hidden has to read the record's events again, but no longer finds them
 * by their links (docs/decisions/0010-order-of-changes.md).
 *
 * They are kept a day longer than the oldest change of the log, since clocks may differ. Old ones are removed
 * when others are added.
 */
@Injectable()
export class LostLinks implements BeforeApplicationShutdown {
  private readonly old: OldRows<LostLink, 'lost_utc', 'id'>;

  constructor(
    database: Database,
    private readonly log: NumberedChanges,
    private readonly clock: Clock,
  ) {
    this.old = new OldRows(database, LostLink, 'lost_utc', 'id');
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.old.stop();
  }

  /**
   * Stores the links that a hidden record is about to lose. Links without a listed start are skipped: their
   * events are not in lists, or are listed without their links.
   *
   * @param record as it is before the write
   * @param events whose links to it the transaction has locked
   */
  async note(
    transaction: Transaction,
    { resource, links, key }: RecordKind,
    { id, version }: Pick<LinkedRecord, 'id' | 'version'>,
    events: readonly number[],
  ): Promise<void> {
    const unique = ['kind', 'record_id', 'listed_start', 'event_id'];
    const values = ['version', 'lost_utc'];
    const onConflict = transaction.orUpdate(unique, values, (_stored, inserted) => inserted);
    await transaction.run(
      `INSERT INTO lost_links (${[...unique, ...values].join(', ')})
       SELECT ?, ${key}, listed_start, event_id, ?, ? FROM ${links}
       WHERE ${linkCondition(key, events)} AND listed_start IS NOT NULL ${onConflict}`,
      [resource, version + 1, storedInstant(this.clock.now()), id, ...events],
    );
    transaction.onCommitted(() => {
      this.old.look(this.clock.now(), async () => {
        const oldest = await this.log.oldest();
        return new Date((oldest ?? this.clock.now()).getTime() - DAY_MILLISECONDS);
      });
    });
  }
}
