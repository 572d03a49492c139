import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columnsFor, dropColumn } from '../database';

/** Drops the stored first answers: a repeated request is answered with the current record. */
export class ForgetAnswers1790000000045 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'idempotency_keys', 'answer');
  }

  async down(runner: QueryRunner): Promise<void> {
    const answer = { ...columnsFor(runner).longText('answer'), isNullable: true };
    await addColumn(runner, 'idempotency_keys', answer);
  }
}
