import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../platform/database';
import { translationColumns } from '../../platform/translations';

export class CreateCategories1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, text, longText, reference, integer, instant } = columnsFor(runner);
    await createTable(
      runner,
      'categories',
      [
        id(),
        text('name', 500),
        text('name_key', 500),
        text('slug', 200),
        longText('description'),
        integer('parent'),
        integer('version', 1),
        instant('modified_utc'),
        ...translationColumns(runner),
        { ...longText('other_names'), isNullable: true },
      ],
      [
        unique('categories', 'slug'),
        // The top level is 0, because a unique index does not compare nulls.
        unique('categories', 'parent', 'name_key'),
        index('categories', 'name_key'),
      ],
    );
    // The counter is in a separate table: in the row that links refer to, it would make concurrent writes of
    // events block each other.
    await createTable(
      runner,
      'category_counts',
      [{ ...reference('category_id'), isPrimary: true }, integer('count')],
      [],
      [{ column: 'category_id', table: 'categories', onDelete: 'CASCADE' }],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('category_counts');
    await runner.dropTable('categories');
  }
}
