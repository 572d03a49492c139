import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columnsFor, dropColumn, index } from '../../../platform/database';

const TABLE = 'events';
const INDEX = index(TABLE, 'zone_rules', 'end_utc');

/** Events store the release of the time zone rules with which their instants were calculated. */
export class AddZoneRules1790000000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, TABLE, columnsFor(runner).text('zone_rules', 8));
    if (!(await hasIndex(runner))) await runner.createIndex(TABLE, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await hasIndex(runner)) await runner.dropIndex(TABLE, INDEX);
    await dropColumn(runner, TABLE, 'zone_rules');
  }
}

/** An interrupted migration is run again. */
async function hasIndex(runner: QueryRunner): Promise<boolean> {
  const { indices = [] } = (await runner.getTable(TABLE)) ?? {};
  return indices.some(({ name }) => name === INDEX.name);
}
