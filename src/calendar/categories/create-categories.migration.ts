import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../platform/database';

export class CreateCategories1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, text, longText, reference, integer } = columnsFor(runner);
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
      ],
      [
        unique('categories', 'slug'),
        // The top level is 0 rather than null, which a unique index would let pass any number of times.
        unique('categories', 'parent', 'name_key'),
        index('categories', 'name_key'),
      ],
    );
    // A counter in the row that links point at would make every write of an event wait for it.
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
