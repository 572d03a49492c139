import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../../platform/storage/database';
import { EVENT_FLAGS, EventCounts, periodLength, startOfPeriod } from '../../event-counts';
import { linkCondition, LinkedRecords } from '../../records';
import { flagsIn, WITHOUT_VENUE } from '../event-flags';
import { LinkedKinds } from './linked-kinds';

/** Moves events between flag counters when their only venue is deleted. */
@Injectable()
export class VenuelessEvents implements OnModuleInit {
  constructor(
    private readonly kinds: LinkedKinds,
    private readonly records: LinkedRecords,
    private readonly counts: EventCounts,
  ) {}

  onModuleInit(): void {
    const { links } = this.kinds.venues.tables;
    this.records.beforeUnlinking(links, (transaction, venue, events) =>
      this.count(transaction, venue, events),
    );
  }

  private async count(
    transaction: Transaction,
    venue: number,
    events: readonly number[],
  ): Promise<void> {
    const { links, key } = this.kinds.venues.tables;
    const { rows } = await transaction.run(
      `SELECT flags, period, COUNT(*) AS number FROM (
         SELECT ${flagsIn('event')} AS flags,
           SUBSTR(event.listed_start, 1, ${periodLength(EVENT_FLAGS)}) AS period
         FROM ${links} link JOIN events event ON event.id = link.event_id
         WHERE ${linkCondition(key, events, 'link.')} AND event.listed_start IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM ${links} other
           WHERE other.event_id = link.event_id AND other.${key} <> link.${key})
       ) left_alone GROUP BY flags, period`,
      [venue, ...events],
    );
    for (const { flags, period, number } of rows as FlagsOfDay[]) {
      const start = startOfPeriod(period);
      this.counts.addListed(transaction, EVENT_FLAGS, Number(flags), start, -Number(number));
      const without = Number(flags) + WITHOUT_VENUE;
      this.counts.addListed(transaction, EVENT_FLAGS, without, start, Number(number));
    }
  }
}

/** The number of events of a day with the same flags. */
interface FlagsOfDay {
  flags: number | string;
  period: string;
  number: number | string;
}
