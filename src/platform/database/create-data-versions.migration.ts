import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable } from './tables';

/** See `DataVersion`. */
export const SHARDS = 16;

export class CreateDataVersions1790000000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { reference, longInteger } = columnsFor(runner);
    await createTable(runner, 'data_versions', [
      { ...reference('shard'), isPrimary: true },
      longInteger('version'),
    ]);
    // An interrupted migration is run again.
    await runner.query('DELETE FROM data_versions');
    const rows = Array.from({ length: SHARDS }, (_, shard) => `(${shard}, 0)`);
    await runner.query(`INSERT INTO data_versions (shard, version) VALUES ${rows.join(', ')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('data_versions');
  }
}
