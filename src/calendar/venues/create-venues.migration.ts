import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../platform/database';
import { lineageColumn, recordColumns } from '../posts';

export class CreateVenues1790000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, longText, flag, real } = columnsFor(runner);
    await createTable(
      runner,
      'venues',
      [
        ...recordColumns(runner),
        text('venue', 500),
        text('name_key', 500),
        longText('search_text'),
        text('address', 500),
        text('city', 200),
        text('country', 200),
        text('province', 200),
        text('state', 200),
        text('zip', 50),
        text('phone', 100),
        text('stateprovince', 200),
        text('website', 2000),
        flag('show_map', true),
        flag('show_map_link', true),
        real('geo_lat'),
        real('geo_lng'),
        lineageColumn(runner),
      ],
      [
        unique('venues', 'slug'),
        index('venues', 'status', 'date_utc'),
        index('venues', 'status', 'modified_utc'),
        index('venues', 'status', 'name_key'),
        index('venues', 'name_key'),
        index('venues', 'geo_lat', 'geo_lng'),
        // For public records by id, with which every index ends (`GET /changes`).
        index('venues', 'status'),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('venues');
  }
}
