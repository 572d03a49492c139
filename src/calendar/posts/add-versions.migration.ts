import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columnsFor, dropColumn } from '../../platform/storage/database';

const RECORDS = ['events', 'venues', 'organizers'];
const TERMS = ['categories', 'tags'];

/** The modification time of rows written before this migration. */
const UNKNOWN = '1970-01-01 00:00:00';

/** Adds a version to rows, and the time of the last write to terms. */
export class AddVersions1790000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { integer, instant } = columnsFor(runner);
    const modified = { ...instant('modified_utc'), default: `'${UNKNOWN}'` };
    for (const table of [...RECORDS, ...TERMS])
      await addColumn(runner, table, integer('version', 1));
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
    for (const table of TERMS) {
      await addColumn(runner, table, modified);
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
