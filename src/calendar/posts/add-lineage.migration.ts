import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columnsFor, dropColumn } from '../../platform/storage/database';
import { LINEAGE_MAX } from './lineage';

const RECORDS = ['events', 'venues', 'organizers'];
const COLUMN = 'global_id_lineage';

/** Adds the column for the global ids that imported records have on their site. */
export class AddLineage1795735200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = { ...columnsFor(runner).text(COLUMN, LINEAGE_MAX), default: null };
    for (const table of RECORDS) await addColumn(runner, table, { ...column, isNullable: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of RECORDS) await dropColumn(runner, table, COLUMN);
  }
}
