import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DATA_VERSIONS, SHARDS } from './data-versions';
import { columnsFor, createTable } from './tables';

export class CreateDataVersions1790000000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { reference, longInteger } = columnsFor(runner);
    await createTable(runner, DATA_VERSIONS, [
      { ...reference('shard'), isPrimary: true },
      longInteger('version'),
    ]);
    // An interrupted migration is run again.
    await runner.query(`DELETE FROM ${DATA_VERSIONS}`);
    const rows = Array.from({ length: SHARDS }, (_, shard) => `(${shard}, 0)`);
    await runner.query(`INSERT INTO ${DATA_VERSIONS} (shard, version) VALUES ${rows.join(', ')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(DATA_VERSIONS);
  }
}
