import type { MigrationInterface, QueryRunner } from 'typeorm';

const RECORDS = ['events', 'venues', 'organizers'];
const TERMS = ['categories', 'tags'];

/**
 * Rows count their writes, and terms keep the time of the last one.
 *
 * The statements mean the same on every database, and none of them copies a table, as TypeORM's own
 * would on SQLite.
 */
export class AddVersions1790000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [...RECORDS, ...TERMS])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN version integer NOT NULL DEFAULT 1`);
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
    for (const table of TERMS) {
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN modified_utc datetime NOT NULL DEFAULT '1970-01-01 00:00:00'`,
      );
      await runner.query(`UPDATE ${table} SET modified_utc = ?`, [now]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TERMS) await runner.query(`ALTER TABLE ${table} DROP COLUMN modified_utc`);
    for (const table of [...RECORDS, ...TERMS])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN version`);
  }
}
