import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable } from './tables';

/** See `Transaction.acquireLock`. */
export class CreateLocks1790000000106 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, integer } = columnsFor(runner);
    await createTable(runner, 'locks', [
      { ...text('name', 50), isPrimary: true },
      integer('taken'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('locks');
  }
}
