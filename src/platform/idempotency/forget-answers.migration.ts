import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A repetition is answered with the record as it is by then: the first answer is not kept. */
export class ForgetAnswers1790000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('idempotency_keys', 'answer'))
      await runner.query('ALTER TABLE idempotency_keys DROP COLUMN answer');
  }

  async down(runner: QueryRunner): Promise<void> {
    const type = runner.connection.options.type === 'mysql' ? 'mediumtext' : 'text';
    if (!(await runner.hasColumn('idempotency_keys', 'answer')))
      await runner.query(`ALTER TABLE idempotency_keys ADD COLUMN answer ${type} NULL`);
  }
}
