import { Injectable } from '@nestjs/common';
import {
  addToCounts,
  type CountTable,
  Database,
  DataVersion,
  type Transaction,
} from '../../../platform/database';
import { ALL_EVENTS, EVENT_FLAGS, LISTED_COUNTS, periodLength } from '../../event-counts';
import type { LinkedToEvents } from '../../event-links';
import { flagsIn } from '../event-flags';
import { LinkedKinds } from './linked-kinds';

/** Counts that are mended in one transaction, for which writers may have to wait. */
const BATCH = 1000;

/** Counts that are kept, and how they are counted. */
interface Tally {
  /**
   * `events`, `event_flags`, or a table of links: its listed events; or a table of counts of published
   * events.
   */
  name: string;
  stored: CountTable;
  /** SQL of a row for each event that counts: record and period. */
  live: string;
  /** SQL of the counts that are kept: record, period, 0 and the count. */
  kept: string;
}

/** A count that differs from what is there. */
export interface CountDifference {
  tally: string;
  /** The id of the linked record; 0 for all events, a number of `flagsOf` for flags. */
  record: number;
  /** The day or month of listed events; '' for published ones of all times. */
  period: string;
  kept: number;
  live: number;
}

/** Compares the counts of events that are kept with the events that are there. */
@Injectable()
export class CountMending {
  constructor(
    private readonly database: Database,
    private readonly version: DataVersion,
    private readonly kinds: LinkedKinds,
  ) {}

  /** @param visit is called with some of the counts that differ at a time */
  async check(visit: (differences: readonly CountDifference[]) => void): Promise<void> {
    for (const tally of this.talliesOf(this.kinds.all))
      visit(await this.database.transaction((transaction) => differences(transaction, tally)));
  }

  /**
   * Corrects the counts that differ, while others may write.
   *
   * @returns how many there were
   */
  async mend(kinds = this.kinds.all): Promise<number> {
    let mended = 0;
    for (const tally of this.talliesOf(kinds))
      for (;;) {
        const found = await this.database.transaction((transaction) =>
          differences(transaction, tally, 1),
        );
        if (found.length === 0) break;
        mended += await this.database.transaction((transaction) =>
          this.mendSome(transaction, tally),
        );
      }
    return mended;
  }

  /**
   * Every write changes a count as it changes the events. So the difference that one statement finds
   * stays the same until it is added, whatever others write meanwhile. Two of these would add it
   * twice: the second waits for the first by a row that stands for nothing.
   */
  private async mendSome(transaction: Transaction, tally: Tally): Promise<number> {
    this.version.raise(transaction);
    await addToCounts(transaction, LISTED_COUNTS, [['', 0, '', 0, 0]]);
    const found = await differences(transaction, tally, BATCH);
    await addToCounts(
      transaction,
      tally.stored,
      found.map(({ record, period, kept, live }) =>
        tally.stored === LISTED_COUNTS
          ? [tally.name, record, period, 0, live - kept]
          : [record, live - kept],
      ),
    );
    return found.length;
  }

  private talliesOf(kinds: readonly LinkedToEvents[]): Tally[] {
    return [
      ...(kinds === this.kinds.all
        ? [
            listedTally(ALL_EVENTS, ALL_EVENTS, '0'),
            listedTally(EVENT_FLAGS, ALL_EVENTS, flagsIn('listed')),
          ]
        : []),
      ...kinds.map(({ tables: { links, key } }) => listedTally(links, links, key)),
      ...kinds.flatMap(({ counts, tables: { links, key } }) =>
        counts === undefined ? [] : [publishedTally(counts, links, key)],
      ),
    ];
  }
}

const listedTally = (list: string, table: string, record: string): Tally => ({
  name: list,
  stored: LISTED_COUNTS,
  live: `SELECT ${record} AS record, SUBSTR(listed_start, 1, ${periodLength(list)}) AS period
    FROM ${table} listed WHERE listed_start IS NOT NULL`,
  kept: `SELECT record_id, period, 0, count FROM ${LISTED_COUNTS.table} WHERE list = '${list}'`,
});

const publishedTally = (counts: string, links: string, key: string): Tally => ({
  name: counts,
  stored: { table: counts, key: [key] },
  live: `SELECT ${key} AS record, '' AS period FROM ${links} WHERE published = 1`,
  kept: `SELECT ${key}, '', 0, count FROM ${counts}`,
});

/** One statement sees one state of the events and of the counts. */
async function differences(
  { manager }: Transaction,
  { name, live, kept }: Tally,
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
    tally: name,
    record: Number(record),
    period: String(period),
    kept: Number(kept),
    live: Number(live),
  }));
}
