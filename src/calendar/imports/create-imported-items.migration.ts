import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index } from '../../platform/database';

const TABLE = 'imported_items';

export class CreateImportedItems1795708800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, reference, integer } = columnsFor(runner);
    await createTable(
      runner,
      TABLE,
      [
        { ...text('item_key', 64), isPrimary: true },
        text('source', 255),
        text('kind', 20),
        text('group_key', 64),
        reference('record_id'),
        text('digest', 64),
        integer('version'),
      ],
      [
        index(TABLE, 'source', 'item_key'),
        index(TABLE, 'group_key'),
        index(TABLE, 'record_id', 'kind'),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}
