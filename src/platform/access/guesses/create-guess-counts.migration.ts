import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index } from '../../storage/database';

export class CreateGuessCounts1790000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, integer, instant } = columnsFor(runner);
    await createTable(
      runner,
      'guess_counts',
      [{ ...text('hash', 64), isPrimary: true }, integer('guesses'), instant('ends_utc')],
      [index('guess_counts', 'ends_utc')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('guess_counts');
  }
}
