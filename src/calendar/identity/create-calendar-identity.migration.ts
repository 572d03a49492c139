import { randomUUID } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable } from '../../platform/database';

const TABLE = 'calendar_identity';

export class CreateCalendarIdentity1790000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { reference, text } = columnsFor(runner);
    await createTable(runner, TABLE, [{ ...reference('id'), isPrimary: true }, text('uuid', 36)]);
    // A migration that was killed after this statement has inserted one.
    const stored = (await runner.query(`SELECT id FROM ${TABLE}`)) as unknown[];
    if (stored.length === 0)
      await runner.query(`INSERT INTO ${TABLE} (id, uuid) VALUES (1, ?)`, [randomUUID()]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}
