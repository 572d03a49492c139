import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../src/platform/database';
import { translationColumns } from '../../src/platform/translations';

export class CreateSpeakers0 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer, text, longText } = columnsFor(runner);
    await createTable(
      runner,
      'speakers',
      [
        id(),
        integer('version', 1),
        text('name', 500),
        text('name_key', 500),
        text('slug', 200),
        longText('description'),
        ...translationColumns(runner),
      ],
      [unique('speakers', 'slug'), index('speakers', 'name_key')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('speakers');
  }
}
