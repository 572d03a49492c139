import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable } from '../../platform/database';

const TABLE = 'listed_counts';

export class CreateListedCounts1790000000090 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, reference, integer } = columnsFor(runner);
    await createTable(runner, TABLE, [
      { ...text('list', 64), isPrimary: true },
      { ...reference('record_id'), isPrimary: true },
      { ...text('period', 10), isPrimary: true },
      { ...integer('shard'), isPrimary: true },
      integer('count'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}
