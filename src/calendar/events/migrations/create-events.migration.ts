import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../../platform/storage/database';
import { createEventLinks } from '../../links';
import { recordColumns } from '../../posts';

const LINKS = [
  { table: 'event_venues', key: 'venue_id', target: 'venues', ordered: true },
  { table: 'event_organizers', key: 'organizer_id', target: 'organizers', ordered: true },
  { table: 'event_categories', key: 'category_id', target: 'categories', ordered: false },
  { table: 'event_tags', key: 'tag_id', target: 'tags', ordered: false },
];

export class CreateEvents1790000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = columnsFor(runner);
    const { text, longText, flag, instant, reference } = columns;
    await createTable(
      runner,
      'events',
      [
        ...recordColumns(runner),
        text('title', 500),
        text('title_key', 500),
        flag('all_day'),
        text('start_date', 19),
        text('end_date', 19),
        instant('start_utc'),
        instant('end_utc'),
        text('timezone', 64),
        longText('cost'),
        text('website', 2000),
        flag('show_map'),
        flag('show_map_link'),
        flag('hide_from_listings'),
        flag('sticky'),
        flag('featured'),
        flag('ticketed'),
        { ...reference('post_parent'), isNullable: true },
        longText('custom_fields'),
        { ...text('password_hash', 255), default: null, isNullable: true },
        { ...instant('listed_start'), isNullable: true },
      ],
      [
        unique('events', 'slug'),
        index('events', 'listed_start', 'id', 'end_utc'),
        index('events', 'status', 'start_utc', 'id', 'end_utc'),
        index('events', 'status', 'date_utc'),
        index('events', 'post_parent', 'listed_start'),
        index('events', 'modified_utc'),
      ],
      [{ column: 'post_parent', table: 'events', onDelete: 'SET NULL' }],
    );
    for (const links of LINKS) await createEventLinks(runner, links);
    // The texts for `search`, in lower case, in the order in which lists read them.
    await createTable(
      runner,
      'event_texts',
      [
        { ...instant('start_utc'), isPrimary: true },
        { ...reference('event_id'), isPrimary: true },
        longText('content'),
      ],
      [unique('event_texts', 'event_id')],
      [{ column: 'event_id', table: 'events', onDelete: 'CASCADE' }],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('event_texts');
    for (const { table } of LINKS) await runner.dropTable(table);
    await runner.dropTable('events');
  }
}
