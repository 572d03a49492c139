import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable } from '../../../platform/storage/database';

const TABLE = 'series_extension';

/** Creates the table with one row: which instance extends series, and when all were extended last. */
export class CreateSeriesExtension1795719388856 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { reference, text, longInteger } = columnsFor(runner);
    await createTable(runner, TABLE, [
      { ...reference('id'), isPrimary: true },
      text('owner', 36),
      longInteger('owned_until'),
      longInteger('extended_at'),
    ]);
    // An interrupted migration is run again.
    await runner.query(`DELETE FROM ${TABLE}`);
    await runner.query(
      `INSERT INTO ${TABLE} (id, owner, owned_until, extended_at) VALUES (1, '', 0, 0)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE, true);
  }
}
