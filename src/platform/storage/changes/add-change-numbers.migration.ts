import { randomInt } from 'node:crypto';
import type { MigrationInterface, QueryRunner, TableColumnOptions } from 'typeorm';
import {
  addColumn,
  addIndex,
  columnsFor,
  createTable,
  dropColumn,
  dropIndex,
  index,
  isMysql,
} from '../database';

const TABLE = 'changes';
const COUNTERS = 'change_counters';
const NUMBERS = ['number', 'public_number'];
const COLUMNS = ['number', 'number_identity', 'public_number', 'public_number_identity'];
const IDENTITY_END = 2 ** 48 - 1;

/**
 * Adds numbers to the log of changes, in the order of commits. Existing changes get no number: no
 * reader has followed them.
 */
export class AddChangeNumbers1790000000120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = columnsFor(runner);
    for (const name of COLUMNS) await addColumn(runner, TABLE, nullable(runner, name));
    const uid = { ...text('uid', 255), isNullable: true, default: null };
    await addColumn(runner, TABLE, uid);
    // Instances of an earlier release write neither column: 0 is "not numbered yet".
    if (isMysql(runner))
      for (const name of NUMBERS)
        await runner.query(`ALTER TABLE ${TABLE} ALTER COLUMN ${name} SET DEFAULT 0`);
    for (const name of NUMBERS) await addIndex(runner, TABLE, index(TABLE, name));
    await this.createCounters(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(COUNTERS, true);
    for (const name of NUMBERS) await dropIndex(runner, TABLE, index(TABLE, name));
    for (const name of [...COLUMNS, 'uid']) await dropColumn(runner, TABLE, name);
  }

  private async createCounters(runner: QueryRunner): Promise<void> {
    const { text, integer, longInteger } = columnsFor(runner);
    await createTable(runner, COUNTERS, [
      { ...text('scope', 10), isPrimary: true },
      longInteger('last'),
      longInteger('last_identity'),
      longInteger('removed'),
      longInteger('removed_identity'),
      integer('looks'),
    ]);
    for (const scope of ['all', 'public']) {
      const known = (await runner.query(
        `SELECT 1 FROM ${COUNTERS} WHERE scope = '${scope}'`,
      )) as unknown[];
      const identity = randomInt(IDENTITY_END);
      if (known.length === 0)
        await runner.query(
          `INSERT INTO ${COUNTERS} (scope, last_identity, removed_identity) VALUES (?, ?, ?)`,
          [scope, identity, identity],
        );
    }
  }
}

const nullable = (runner: QueryRunner, name: string): TableColumnOptions => ({
  ...columnsFor(runner).longInteger(name),
  isNullable: true,
  default: null,
});
