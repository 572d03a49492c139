import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable } from '../../platform/storage/database';

const TABLE = 'listed_counts';

const LINKS = [
  { table: 'event_venues', key: 'venue_id' },
  { table: 'event_organizers', key: 'organizer_id' },
  { table: 'event_categories', key: 'category_id' },
  { table: 'event_tags', key: 'tag_id' },
];

/** Adds the counters of listed events by day, and per linked record by month. */
export class CreateListedCounts1790000000090 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, reference, integer } = columnsFor(runner);
    await createTable(runner, TABLE, [
      { ...text('list', 64), isPrimary: true },
      { ...reference('record_id'), isPrimary: true },
      { ...text('period', 10), isPrimary: true },
      integer('count'),
    ]);
    // MySQL commits the table by itself: an interrupted migration fills it again.
    await runner.query(`DELETE FROM ${TABLE}`);
    await runner.query(countsOf('events', '0', 10));
    for (const { table, key } of LINKS) await runner.query(countsOf(table, key, 7));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}

/** @param length of the period, from the beginning of `2027-05-01 10:00:00` */
const countsOf = (table: string, record: string, length: number): string =>
  `INSERT INTO ${TABLE} (list, record_id, period, count)
   SELECT '${table}', ${record}, SUBSTR(listed_start, 1, ${length}), COUNT(*)
   FROM ${table} WHERE listed_start IS NOT NULL
   GROUP BY ${record === '0' ? '' : `${record}, `}SUBSTR(listed_start, 1, ${length})`;
