import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, unique } from '../../platform/storage/database';

export class CreateImportedEvents1790000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, reference } = columnsFor(runner);
    await createTable(
      runner,
      'imported_events',
      [{ ...text('import_key', 64), isPrimary: true }, reference('event_id'), text('digest', 64)],
      [unique('imported_events', 'event_id')],
      [{ column: 'event_id', table: 'events', onDelete: 'CASCADE' }],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('imported_events');
  }
}
