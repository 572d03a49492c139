import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, unique } from '../database';

export class CreateApiKeys1790000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, text, integer, instant } = columnsFor(runner);
    await createTable(
      runner,
      'api_keys',
      [
        id(),
        text('name', 100),
        text('role', 20),
        integer('author'),
        text('hash', 64),
        instant('created_utc'),
        { ...instant('expires_utc'), isNullable: true },
        { ...instant('last_used_utc'), isNullable: true },
      ],
      [unique('api_keys', 'name'), unique('api_keys', 'hash')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('api_keys');
  }
}
