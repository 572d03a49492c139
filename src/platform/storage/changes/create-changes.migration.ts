import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index } from '../database';

export class CreateChanges1790000000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { longId, reference, integer, flag, text, instant } = columnsFor(runner);
    await createTable(
      runner,
      'changes',
      [
        longId(),
        text('kind', 64),
        reference('record_id'),
        text('type', 10),
        integer('version'),
        flag('public_before'),
        flag('public_after'),
        instant('changed_utc'),
      ],
      [index('changes', 'changed_utc')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('changes');
  }
}
