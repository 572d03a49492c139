import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../platform/database';
import { lineageColumn, recordColumns } from '../posts';

export class CreateOrganizers1790000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, longText } = columnsFor(runner);
    await createTable(
      runner,
      'organizers',
      [
        ...recordColumns(runner),
        text('organizer', 500),
        text('name_key', 500),
        longText('search_text'),
        text('phone', 100),
        text('website', 2000),
        text('email', 254),
        lineageColumn(runner),
      ],
      [
        unique('organizers', 'slug'),
        index('organizers', 'status', 'date_utc'),
        index('organizers', 'status', 'modified_utc'),
        index('organizers', 'status', 'name_key'),
        index('organizers', 'name_key'),
        // For public records by id, with which every index ends (`GET /changes`).
        index('organizers', 'status'),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('organizers');
  }
}
