import type { DataSource } from 'typeorm';

/** The table of `DataVersion`. */
export const DATA_VERSIONS = 'data_versions';
export const SHARDS = 16;

/** The largest step of one write: sums stay exact as numbers for billions of writes. */
export const STEP_MAX = 2 ** 20;

/** Raises the version after migrations, to invalidate the caches of other instances. */
export async function raiseVersion(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    if (await runner.hasTable(DATA_VERSIONS))
      await runner.query(`UPDATE ${DATA_VERSIONS} SET version = version + 1 WHERE shard = 0`);
  } finally {
    await runner.release();
  }
}
