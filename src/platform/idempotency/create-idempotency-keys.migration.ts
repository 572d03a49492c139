import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index } from '../database';

export class CreateIdempotencyKeys1790000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text, reference, instant } = columnsFor(runner);
    await createTable(
      runner,
      'idempotency_keys',
      [
        { ...text('hash', 64), isPrimary: true },
        text('fingerprint', 64),
        { ...reference('record_id'), isNullable: true },
        instant('created_utc'),
      ],
      [index('idempotency_keys', 'created_utc')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('idempotency_keys');
  }
}
