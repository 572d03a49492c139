import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, unique } from '../../platform/database';
import { translationColumns } from '../../platform/translations';

export class CreateTags1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, text, longText, reference, integer, instant } = columnsFor(runner);
    await createTable(
      runner,
      'tags',
      [
        id(),
        text('name', 500),
        text('name_key', 500),
        text('slug', 200),
        longText('description'),
        integer('version', 1),
        instant('modified_utc'),
        ...translationColumns(runner),
        { ...longText('other_names'), isNullable: true },
      ],
      [unique('tags', 'slug'), unique('tags', 'name_key')],
    );
    // The counter is in a separate table: in the row that links refer to, it would make concurrent writes of
    // events block each other.
    await createTable(
      runner,
      'tag_counts',
      [{ ...reference('tag_id'), isPrimary: true }, integer('count')],
      [],
      [{ column: 'tag_id', table: 'tags', onDelete: 'CASCADE' }],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('tag_counts');
    await runner.dropTable('tags');
  }
}
