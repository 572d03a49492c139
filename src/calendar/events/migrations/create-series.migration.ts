import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addIndex,
  columnsFor,
  createTable,
  dropColumn,
  dropIndex,
  index,
  unique,
} from '../../../platform/storage/database';
import { recordColumns } from '../../posts';

const EVENTS = 'events';
const INDICES = [
  unique(EVENTS, 'series', 'recurrence_id'),
  index(EVENTS, 'series', 'listed_start', 'id', 'end_utc'),
];

/** Adds series, and the columns of the events that belong to them. */
export class CreateSeries1795705346122 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, longText, flag, instant, integer, reference } = columnsFor(runner);
    await createTable(
      runner,
      'series',
      [
        ...recordColumns(runner),
        integer('version', 1),
        { ...longText('image_details'), isNullable: true },
        text('title', 500),
        text('title_key', 500),
        longText('search_text'),
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
        text('event_status', 20),
        text('event_status_reason', 500),
        flag('is_virtual'),
        text('virtual_event_type', 10),
        text('virtual_url', 2000),
        text('virtual_show_to', 10),
        { ...text('uid', 255), default: null, isNullable: true },
        { ...text('password_hash', 255), default: null, isNullable: true },
        text('rule', 600),
        longText('rdates'),
        longText('exdates'),
        text('occurrences_until', 10),
        { ...reference('previous_series'), isNullable: true },
      ],
      [
        unique('series', 'slug'),
        unique('series', 'uid'),
        index('series', 'status', 'date_utc'),
        index('series', 'occurrences_until'),
      ],
      [{ column: 'post_parent', table: EVENTS, onDelete: 'SET NULL' }],
    );
    await createTable(
      runner,
      'series_links',
      [
        { ...reference('series_id'), isPrimary: true },
        { ...text('kind', 64), isPrimary: true },
        { ...reference('record_id'), isPrimary: true },
        integer('position'),
      ],
      [index('series_links', 'kind', 'record_id')],
      [{ column: 'series_id', table: 'series', onDelete: 'CASCADE' }],
    );
    await addColumn(runner, EVENTS, { ...reference('series'), default: null, isNullable: true });
    await addColumn(runner, EVENTS, text('recurrence_id', 19));
    await addColumn(runner, EVENTS, { ...text('overrides', 1000), default: "'[]'" });
    for (const each of INDICES) await addIndex(runner, EVENTS, each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of INDICES) await dropIndex(runner, EVENTS, each);
    for (const name of ['series', 'recurrence_id', 'overrides'])
      await dropColumn(runner, EVENTS, name);
    await runner.dropTable('series_links', true);
    await runner.dropTable('series', true);
  }
}
