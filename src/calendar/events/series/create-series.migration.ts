import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../../platform/database';
import { recordColumns } from '../../posts';

const EXTENSION = 'series_extension';

/**
 * The table `series_extension` has one row: which instance extends the series, and when all were extended
 * last.
 */
export class CreateSeries1795705346122 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, longText, flag, instant, integer, longInteger, reference } = columnsFor(runner);
    await createTable(
      runner,
      'series',
      [
        ...recordColumns(runner),
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
      [{ column: 'post_parent', table: 'events', onDelete: 'SET NULL' }],
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
    await createTable(runner, EXTENSION, [
      { ...reference('id'), isPrimary: true },
      text('owner', 36),
      longInteger('owned_until'),
      longInteger('extended_at'),
    ]);
    // An interrupted migration is run again.
    await runner.query(`DELETE FROM ${EXTENSION}`);
    await runner.query(
      `INSERT INTO ${EXTENSION} (id, owner, owned_until, extended_at) VALUES (1, '', 0, 0)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [EXTENSION, 'series_links', 'series']) await runner.dropTable(table);
  }
}
