import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addIndex,
  columnsFor,
  dropColumn,
  dropIndex,
  index,
} from '../../../platform/storage/database';

const TABLE = 'events';
const INDEX = index(TABLE, 'zone_rules', 'end_utc');

/**
 * Adds a column for the release of the time zone rules with which the instants of an event were calculated.
 */
export class AddZoneRules1790000000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, TABLE, columnsFor(runner).text('zone_rules', 8));
    await addIndex(runner, TABLE, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, TABLE, INDEX);
    await dropColumn(runner, TABLE, 'zone_rules');
  }
}
