import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable } from '../../platform/database';

const TABLE = 'listed_counts';

/** Kind → its links, and their column with the id of the record. */
const LINKS = {
  venue: ['event_venues', 'venue_id'],
  organizer: ['event_organizers', 'organizer_id'],
  categories: ['event_categories', 'category_id'],
  tags: ['event_tags', 'tag_id'],
};

export class CreateListedCounts1795953600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, reference, integer } = columnsFor(runner);
    await createTable(runner, TABLE, [
      { ...text('kind', 20), isPrimary: true },
      { ...reference('record_id'), isPrimary: true },
      { ...text('day', 10), isPrimary: true },
      integer('count'),
    ]);
    // An interrupted migration is run again.
    await runner.query(`DELETE FROM ${TABLE}`);
    const counts = [
      countsOf('events', '0', 'events'),
      ...Object.entries(LINKS).map(([kind, [links, key]]) => countsOf(kind, key, links)),
    ];
    await runner.query(
      `INSERT INTO ${TABLE} (kind, record_id, day, count) ${counts.join(' UNION ALL ')}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}

const countsOf = (kind: string, record: string, table: string): string =>
  `SELECT '${kind}', ${record}, SUBSTR(listed_start, 1, 10), COUNT(*) FROM ${table}
   WHERE listed_start IS NOT NULL GROUP BY 2, 3`;
