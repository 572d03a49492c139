import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../platform/storage/database';

const TABLE = 'lost_links';

export class CreateLostLinks1790000000127 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, text, reference, integer, instant } = columnsFor(runner);
    await createTable(
      runner,
      TABLE,
      [
        id(),
        text('kind', 64),
        reference('record_id'),
        instant('listed_start'),
        reference('event_id'),
        integer('version'),
        instant('lost_utc'),
      ],
      [unique(TABLE, 'kind', 'record_id', 'listed_start', 'event_id'), index(TABLE, 'lost_utc')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}
