import { createEventLinks } from 'event-calendar-service/calendar';
import {
  columnsFor,
  createTable,
  index,
  translationColumns,
  unique,
} from 'event-calendar-service/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePerformers1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer, text } = columnsFor(runner);
    await createTable(
      runner,
      'performers',
      [
        id(),
        integer('version', 1),
        text('name', 500),
        text('name_key', 500),
        text('slug', 200),
        text('instrument', 100),
        ...translationColumns(runner),
      ],
      [unique('performers', 'slug'), index('performers', 'name_key')],
    );
    await createEventLinks(runner, {
      table: 'event_performers',
      key: 'performer_id',
      target: 'performers',
      ordered: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('event_performers');
    await runner.dropTable('performers');
  }
}
