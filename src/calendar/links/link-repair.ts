import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  addToCounts,
  type CountTable,
  Database,
  DataVersion,
  type Transaction,
} from '../../platform/storage/database';
import { ALL_EVENTS, LISTED_COUNTS, periodLength } from '../event-counts';
import type { LinkKind } from './link-kind';
import { LinkKinds } from './link-kinds';
import { type LinkedEvent, LinkWriter } from './link-writer';

/** The most events whose links are updated in one transaction. */
const EVENTS_MAX = 500;
/** The most counters corrected in one transaction, which may block writers. */
const COUNTERS_MAX = 1000;
/** The start of an event in its links. */
const LINK_START = 'CASE WHEN event.password_hash IS NULL THEN event.listed_start END';

/** A set of stored counters, and the statements that read and recount them. */
interface Counters {
  /** For listed events: `events` or a link table; for published events: their table of counters. */
  name: string;
  stored: CountTable;
  /** SQL with one row per counted event: record and period. */
  live: string;
  /** SQL of the stored counters: record, period, 0 and the count. */
  kept: string;
}

/** A stored counter that differs from the actual count. */
export interface CountDifference {
  /** The name of its set: see `Counters`. */
  counters: string;
  /** The id of the linked record; 0 for all events. */
  record: number;
  /** The day or month of listed events; '' for published events. */
  period: string;
  kept: number;
  live: number;
}

/**
 * Repairs copies that differ from the events: the columns in links, and the counters.
 *
 * At the start it repairs those of other modules. While a module is not loaded, its links and counters are
 * not updated: its filter would find events by values that a password has hidden since. All links of the
 * module are read; only those that differ are written.
 */
@Injectable()
export class LinkRepair implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly version: DataVersion,
    private readonly kinds: LinkKinds,
    private readonly writer: LinkWriter,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const kind of this.kinds.others) await this.repairLinks(kind);
    await this.repairAll(countersOf(this.kinds.others));
  }

  private async repairLinks(kind: LinkKind): Promise<void> {
    for (let after = 0; ;) {
      const ids = await this.staleAfter(after, kind);
      if (ids.length === 0) return;
      await this.database.transaction(async (transaction) => {
        this.version.raise(transaction);
        const columns = ['id', 'status', 'end_utc', 'password_hash', 'listed_start'];
        const events = await transaction
          .lockForUpdate(
            transaction.manager.createQueryBuilder<LinkedEvent>('events', 'event').whereInIds(ids),
          )
          .select(columns.map((name) => `event.${name}`))
          .getMany();
        for (const event of events) await this.writer.copy(transaction, kind, event);
      });
      after = ids[ids.length - 1];
    }
  }

  /** Returns the ids of some events whose links are out of date, in ascending order. */
  private async staleAfter(after: number, { links }: LinkKind): Promise<number[]> {
    const rows = await this.database
      .select(links, 'link')
      .select('link.event_id', 'id')
      .innerJoin('events', 'event', 'event.id = link.event_id')
      .where('link.event_id > :after', { after })
      .andWhere(
        `(link.published <> (event.status = 'publish') OR link.end_utc <> event.end_utc
          OR (link.listed_start IS NULL) <> (${LINK_START} IS NULL)
          OR link.listed_start <> ${LINK_START})`,
      )
      .groupBy('link.event_id')
      .orderBy('link.event_id')
      .limit(EVENTS_MAX)
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }

  /**
   * Finds the counters that differ.
   *
   * @param visit is called with the differences of one set of counters at a time
   */
  async checkCounters(visit: (differences: readonly CountDifference[]) => void): Promise<void> {
    for (const counters of this.counters())
      visit(await this.database.transaction((transaction) => differences(transaction, counters)));
  }

  /**
   * Corrects the counters that differ, while writes continue.
   *
   * @returns the number of corrected counters
   */
  repairCounters(): Promise<number> {
    return this.repairAll(this.counters());
  }

  private counters(): Counters[] {
    return [listedCounters(ALL_EVENTS, '0'), ...countersOf(this.kinds.all)];
  }

  private async repairAll(all: readonly Counters[]): Promise<number> {
    let repaired = 0;
    for (const counters of all)
      for (;;) {
        const found = await this.database.transaction((transaction) =>
          differences(transaction, counters, 1),
        );
        if (found.length === 0) break;
        repaired += await this.database.transaction((transaction) =>
          this.repairSome(transaction, counters),
        );
      }
    return repaired;
  }

  /**
   * Corrects up to a batch of counters. Every write changes counters and events together, so that a
   * difference found by one statement stays the same until it is added, even if others write meanwhile. Two
   * concurrent corrections would add it twice: the write to a dummy row makes the second wait for the first.
   */
  private async repairSome(transaction: Transaction, counters: Counters): Promise<number> {
    const { name, stored } = counters;
    this.version.raise(transaction);
    await addToCounts(transaction, LISTED_COUNTS, [['', 0, '', 0, 0]]);
    const found = await differences(transaction, counters, COUNTERS_MAX);
    await addToCounts(
      transaction,
      stored,
      found.map(({ record, period, kept, live }) =>
        stored === LISTED_COUNTS ? [name, record, period, 0, live - kept] : [record, live - kept],
      ),
    );
    return found.length;
  }
}

const countersOf = (kinds: readonly LinkKind[]): Counters[] => [
  ...kinds.map(({ tables: { links, key } }) => listedCounters(links, key)),
  ...kinds.flatMap(({ counts, tables: { links, key } }) =>
    counts === undefined ? [] : [publishedCounters(counts, links, key)],
  ),
];

const listedCounters = (list: string, record: string): Counters => ({
  name: list,
  stored: LISTED_COUNTS,
  live: `SELECT ${record} AS record, SUBSTR(listed_start, 1, ${periodLength(list)}) AS period
    FROM ${list} listed WHERE listed_start IS NOT NULL`,
  kept: `SELECT record_id, period, 0, count FROM ${LISTED_COUNTS.table} WHERE list = '${list}'`,
});

const publishedCounters = (counts: string, links: string, key: string): Counters => ({
  name: counts,
  stored: { table: counts, key: [key] },
  live: `SELECT ${key} AS record, '' AS period FROM ${links} WHERE published = 1`,
  kept: `SELECT ${key}, '', 0, count FROM ${counts}`,
});

/** Compares in one statement, which reads events and counters in a single snapshot. */
async function differences(
  { manager }: Transaction,
  { name, live, kept }: Counters,
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
    counters: name,
    record: Number(record),
    period: String(period),
    kept: Number(kept),
    live: Number(live),
  }));
}
