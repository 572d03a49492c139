import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../platform/database';
import { createEventLinks, type EventLinkTable } from '../links';
import { lineageColumn, recordColumns } from '../posts';

const LINKS: EventLinkTable[] = [
  {
    table: 'event_venues',
    key: 'venue_id',
    target: 'venues',
    ordered: true,
    // Finds events with several venues, which count once in a filter by several venues.
    indices: [index('event_venues', 'position', 'listed_start')],
  },
  { table: 'event_organizers', key: 'organizer_id', target: 'organizers', ordered: true },
  { table: 'event_categories', key: 'category_id', target: 'categories', ordered: false },
  { table: 'event_tags', key: 'tag_id', target: 'tags', ordered: false },
];

export class CreateEvents1790000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, longText, flag, instant, integer, reference } = columnsFor(runner);
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
        text('zone_rules', 8),
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
        { ...text('event_status', 20), default: "'scheduled'" },
        text('event_status_reason', 500),
        text('previous_start_date', 19),
        flag('is_virtual'),
        text('virtual_event_type', 10),
        text('virtual_url', 2000),
        { ...text('virtual_show_to', 10), default: "'everyone'" },
        { ...text('uid', 255), default: null, isNullable: true },
        { ...text('password_hash', 255), default: null, isNullable: true },
        { ...reference('series'), isNullable: true },
        text('recurrence_id', 19),
        { ...text('overrides', 1000), default: "'[]'" },
        lineageColumn(runner),
        { ...instant('listed_start'), isNullable: true },
        { ...instant('open_start'), isNullable: true },
        integer('span'),
      ],
      [
        unique('events', 'slug'),
        index('events', 'listed_start', 'id', 'end_utc'),
        index('events', 'status', 'start_utc', 'id', 'end_utc'),
        index('events', 'status', 'date_utc'),
        index('events', 'post_parent', 'listed_start'),
        index('events', 'modified_utc'),
        index('events', 'zone_rules', 'end_utc'),
        index('events', 'span', 'listed_start', 'id', 'end_utc'),
        index('events', 'featured', 'ticketed', 'open_start', 'id', 'end_utc'),
        index('events', 'event_status', 'listed_start', 'id', 'end_utc'),
        index('events', 'is_virtual', 'open_start', 'id', 'end_utc'),
        unique('events', 'uid'),
        // For public records by id, with which every index ends (`GET /changes`).
        index('events', 'hide_from_listings', 'status'),
        index('events', 'title_key', 'id', 'listed_start', 'end_utc'),
        index('events', 'date_utc', 'id', 'listed_start', 'end_utc'),
        index('events', 'modified_utc', 'id', 'listed_start', 'end_utc'),
        unique('events', 'series', 'recurrence_id'),
        index('events', 'series', 'listed_start', 'id', 'end_utc'),
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
        flag('listed'),
        { ...instant('end_utc'), isNullable: true },
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
