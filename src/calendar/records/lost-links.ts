import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { ChangeLog } from '../../platform/changes';
import { Clock, Database, OldRows, storedInstant, type Transaction } from '../../platform/database';
import { linkCondition } from './linked-events';
import type { LinkedKind } from './linked-kind';
import { LostLink } from './lost-link.entity';

const DAY_MILLISECONDS = 86_400_000;

/**
 * The links that records lose while they are hidden. Nobody may be told of that; but whoever reads
 * the change that has hidden such a record only now has to read its events again, and no longer finds
 * them by their links (docs/decisions/0010-order-of-changes.md).
 *
 * They are kept for a day longer than the log has changes from before: clocks may differ.
 */
@Injectable()
export class LostLinks implements BeforeApplicationShutdown {
  private readonly old: OldRows<LostLink, 'lost_utc', 'id'>;

  constructor(
    database: Database,
    private readonly log: ChangeLog,
    private readonly clock: Clock,
  ) {
    this.old = new OldRows(database, LostLink, 'lost_utc', 'id');
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.old.stop();
  }

  /**
   * Notes the links that a hidden record is about to lose; those of events that lists do not show, or
   * show without their links, tell nobody anything.
   *
   * @param id of the record
   * @param events whose links to it the transaction has locked
   */
  async note(
    transaction: Transaction,
    { resource, links, key }: LinkedKind,
    id: number,
    events: readonly number[],
  ): Promise<void> {
    const noted = ['kind', 'record_id', 'listed_start', 'event_id'];
    const again = transaction.orUpdate(noted, 'lost_utc', (_stored, inserted) => inserted);
    await transaction.run(
      `INSERT INTO lost_links (${noted.join(', ')}, lost_utc)
       SELECT ?, ${key}, listed_start, event_id, ? FROM ${links}
       WHERE ${linkCondition(key, events)} AND listed_start IS NOT NULL ${again}`,
      [resource, storedInstant(this.clock.now()), id, ...events],
    );
    transaction.onCommitted(() => {
      this.old.look(this.clock.now(), async () => {
        const oldest = await this.log.oldest();
        return new Date((oldest ?? this.clock.now()).getTime() - DAY_MILLISECONDS);
      });
    });
  }
}
