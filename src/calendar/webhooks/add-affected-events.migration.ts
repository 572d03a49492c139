import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columnsFor, dropColumn } from '../../platform/storage/database';

const TABLE = 'webhook_queues';

/** Adds how far the events that a change of another record affects have their messages. */
export class AddAffectedEvents1795705200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { integer, longInteger } = columnsFor(runner);
    await addColumn(runner, TABLE, longInteger('affected_start'));
    await addColumn(runner, TABLE, { ...integer('affected_id'), isNullable: true, default: null });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['affected_id', 'affected_start']) await dropColumn(runner, TABLE, column);
  }
}
