import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../platform/storage/database';

const TABLE = 'imported_items';
/** The table of the earlier import of conferences. */
const EARLIER = 'imported_events';

export class ReplaceImportedEvents1795708800000 implements MigrationInterface {
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
    await runner.dropTable(EARLIER, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    const { text, reference } = columnsFor(runner);
    await createTable(
      runner,
      EARLIER,
      [{ ...text('import_key', 64), isPrimary: true }, reference('event_id'), text('digest', 64)],
      [unique(EARLIER, 'event_id')],
      [{ column: 'event_id', table: 'events', onDelete: 'CASCADE' }],
    );
    await runner.dropTable(TABLE);
  }
}
