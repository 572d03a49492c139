import { Injectable } from '@nestjs/common';
import {
  addToCounts,
  type CountTable,
  Database,
  DataVersion,
  type Transaction,
} from '../../platform/storage/database';
import { ALL_EVENTS, LISTED_COUNTS, periodLength } from '../event-counts';
import type { LinkedToEvents } from '.';
import { LinkedKinds } from './link-kinds';

/** The most counters corrected in one transaction, which may block writers. */
const BATCH = 1000;

/** A set of stored counters, and the statements that read and recount them. */
interface CounterSet {
  /**
   * For listed events: `events` or a link table; for published events: their table of counters.
   */
  name: string;
  stored: CountTable;
  /** SQL with one row per counted event: record and period. */
  live: string;
  /** SQL of the stored counters: record, period, 0 and the count. */
  kept: string;
}

/** A stored counter that differs from the actual count. */
export interface CountDifference {
  counterSet: string;
  /** The id of the linked record; 0 for all events. */
  record: number;
  /** The day or month of listed events; '' for published events. */
  period: string;
  kept: number;
  live: number;
}

/** Compares the stored counters of events with the events, and corrects them. */
@Injectable()
export class CountMending {
  constructor(
    private readonly database: Database,
    private readonly version: DataVersion,
    private readonly kinds: LinkedKinds,
  ) {}

  /**
   * Finds the counters that differ.
   *
   * @param visit is called with the differences of one set of counters at a time
   */
  async check(visit: (differences: readonly CountDifference[]) => void): Promise<void> {
    for (const counterSet of this.counterSetsOf(this.kinds.all))
      visit(await this.database.transaction((transaction) => differences(transaction, counterSet)));
  }

  /**
   * Corrects the counters that differ, while writes continue.
   *
   * @returns the number of corrected counters
   */
  async mend(kinds = this.kinds.all): Promise<number> {
    let mended = 0;
    for (const counterSet of this.counterSetsOf(kinds))
      for (;;) {
        const found = await this.database.transaction((transaction) =>
          differences(transaction, counterSet, 1),
        );
        if (found.length === 0) break;
        mended += await this.database.transaction((transaction) =>
          this.mendSome(transaction, counterSet),
        );
      }
    return mended;
  }

  /**
   * Corrects up to a batch of counters. Every write changes counters and events together, so that a
   * difference found by one statement stays the same until it is added, even if others write meanwhile. Two
   * concurrent corrections would add it twice: the write to a dummy row makes the second wait for the first.
   */
  private async mendSome(transaction: Transaction, counterSet: CounterSet): Promise<number> {
    this.version.raise(transaction);
    await addToCounts(transaction, LISTED_COUNTS, [['', 0, '', 0, 0]]);
    const found = await differences(transaction, counterSet, BATCH);
    await addToCounts(
      transaction,
      counterSet.stored,
      found.map(({ record, period, kept, live }) =>
        counterSet.stored === LISTED_COUNTS
          ? [counterSet.name, record, period, 0, live - kept]
          : [record, live - kept],
      ),
    );
    return found.length;
  }

  private counterSetsOf(kinds: readonly LinkedToEvents[]): CounterSet[] {
    return [
      ...(kinds === this.kinds.all ? [listedCounters(ALL_EVENTS, ALL_EVENTS, '0')] : []),
      ...kinds.map(({ tables: { links, key } }) => listedCounters(links, links, key)),
      ...kinds.flatMap(({ counts, tables: { links, key } }) =>
        counts === undefined ? [] : [publishedCounters(counts, links, key)],
      ),
    ];
  }
}

const listedCounters = (list: string, table: string, record: string): CounterSet => ({
  name: list,
  stored: LISTED_COUNTS,
  live: `SELECT ${record} AS record, SUBSTR(listed_start, 1, ${periodLength(list)}) AS period
    FROM ${table} listed WHERE listed_start IS NOT NULL`,
  kept: `SELECT record_id, period, 0, count FROM ${LISTED_COUNTS.table} WHERE list = '${list}'`,
});

const publishedCounters = (counts: string, links: string, key: string): CounterSet => ({
  name: counts,
  stored: { table: counts, key: [key] },
  live: `SELECT ${key} AS record, '' AS period FROM ${links} WHERE published = 1`,
  kept: `SELECT ${key}, '', 0, count FROM ${counts}`,
});

/** Compares in one statement, which reads events and counters in a single snapshot. */
async function differences(
  { manager }: Transaction,
  { name, live, kept }: CounterSet,
  most?: number,
): Promise<CountDifference[]> {
  const rows = await manager.query<
    Record<'record' | 'period' | 'kept' | 'live', string | number>[]
  >(
    `SELECT record, period, SUM(counted) AS live, SUM(noted) AS kept FROM (
       SELECT record, period, COUNT(*) AS counted, 0 AS noted FROM (${live}) event
       GROUP BY record, period
       UNION ALL ${kept}
     ) compared
     GROUP BY record, period HAVING SUM(counted) <> SUM(noted)
     ORDER BY record, period ${most === undefined ? '' : `LIMIT ${most}`}`,
  );
  return rows.map(({ record, period, kept, live }) => ({
    counterSet: name,
    record: Number(record),
    period: String(period),
    kept: Number(kept),
    live: Number(live),
  }));
}
