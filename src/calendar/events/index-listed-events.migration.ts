import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { addColumn, changeIndexes, columnsFor, dropColumn, index } from '../../platform/database';

const SEVERAL_VENUES = 0;
/** The most events in one transaction: the nodes of a cluster limit its size. */
const EVENTS_MAX = 5000;

const DROPPED = [
  index('events', 'listed_start', 'id', 'end_utc'),
  index('events', 'featured', 'ticketed', 'open_start', 'id', 'end_utc'),
  index('events', 'event_status', 'listed_start', 'id', 'end_utc'),
  index('events', 'is_virtual', 'open_start', 'id', 'end_utc'),
];

const ADDED = [
  new TableIndex({
    name: 'ix_events_listed',
    columnNames: [
      'listed_start',
      'id',
      'end_utc',
      'open_start',
      'modified_utc',
      'featured',
      'ticketed',
      'is_virtual',
      'event_status',
      'series',
      'sole_venue',
      'languages',
    ],
  }),
  index('events', 'featured', 'open_start', 'id', 'end_utc'),
];

/** Adds the index with all columns that lists filter by, which replaces those by single columns. */
export class IndexListedEvents1795812561276 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Instances of the release before, which do not know the column, leave the default: see the links.
    await addColumn(runner, 'events', {
      ...columnsFor(runner).reference('sole_venue'),
      isNullable: true,
      default: SEVERAL_VENUES,
    });
    await storeVenues(runner);
    await changeIndexes(runner, 'events', DROPPED, ADDED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeIndexes(runner, 'events', ADDED, DROPPED);
    await dropColumn(runner, 'events', 'sole_venue');
  }
}

async function storeVenues(runner: QueryRunner): Promise<void> {
  for (let after = 0; ;) {
    const events = (await runner.query(
      `SELECT id FROM events WHERE id > ? ORDER BY id LIMIT ${EVENTS_MAX}`,
      [after],
    )) as { id: number }[];
    if (events.length === 0) return;
    const last = events[events.length - 1].id;
    await runner.query(
      `UPDATE events SET sole_venue = (
         SELECT CASE COUNT(*) WHEN 0 THEN NULL WHEN 1 THEN MIN(link.venue_id) ELSE ${SEVERAL_VENUES} END
         FROM event_venues link WHERE link.event_id = events.id
       ) WHERE id > ? AND id <= ?`,
      [after, last],
    );
    await runner.commitTransaction();
    await runner.startTransaction();
    after = last;
  }
}
