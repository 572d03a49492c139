import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columnsFor, dropColumn } from '../../platform/storage/database';
import { CreateLostLinks1790000000127 } from './create-lost-links.migration';

const QUEUES = 'webhook_queues';

/** Drops what readers stored of the events of hidden records (docs/decisions/0010-order-of-changes.md). */
export class DropAffectedEvents1795750200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.dropTable('lost_links', true);
    for (const column of ['affected_id', 'affected_start'])
      await dropColumn(runner, QUEUES, column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await new CreateLostLinks1790000000127().up(runner);
    const { integer, longInteger } = columnsFor(runner);
    await addColumn(runner, QUEUES, longInteger('affected_start'));
    await addColumn(runner, QUEUES, { ...integer('affected_id'), isNullable: true, default: null });
  }
}
