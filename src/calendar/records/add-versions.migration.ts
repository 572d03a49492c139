import type { MigrationInterface, QueryRunner } from 'typeorm';

const RECORDS = ['events', 'venues', 'organizers'];
const TERMS = ['categories', 'tags'];

/** Stands where nobody has written the time yet. */
const UNKNOWN = '1970-01-01 00:00:00';

/**
 * Rows count their writes, and terms keep the time of the last one.
 *
 * The statements mean the same on every database, and none of them copies a table, as TypeORM's own
 * would on SQLite. MySQL commits each by itself: what was interrupted is taken up where it ended.
 */
export class AddVersions1790000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [...RECORDS, ...TERMS])
      await addColumn(runner, table, 'version', 'integer NOT NULL DEFAULT 1');
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
    for (const table of TERMS) {
      await addColumn(runner, table, 'modified_utc', `datetime NOT NULL DEFAULT '${UNKNOWN}'`);
      await runner.query(`UPDATE ${table} SET modified_utc = ? WHERE modified_utc = ?`, [
        now,
        UNKNOWN,
      ]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TERMS) await dropColumn(runner, table, 'modified_utc');
    for (const table of [...RECORDS, ...TERMS]) await dropColumn(runner, table, 'version');
  }
}

async function addColumn(
  runner: QueryRunner,
  table: string,
  name: string,
  definition: string,
): Promise<void> {
  if (!(await runner.hasColumn(table, name)))
    await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${definition}`);
}

async function dropColumn(runner: QueryRunner, table: string, name: string): Promise<void> {
  if (await runner.hasColumn(table, name))
    await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
}
