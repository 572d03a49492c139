import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, isMysql } from '../../platform/storage/database';

const TABLE = 'listed_counts';
const NEW = 'sharded_counts';
const KEY = 'list, record_id, period';

/**
 * Splits the counter of a day into several rows, which are summed. Instances of the previous release add to
 * the first row, and sum the rows as well.
 */
export class ShardListedCounts1790000000122 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn(TABLE, 'shard')) return;
    if (isMysql(runner)) {
      await runner.query(
        `ALTER TABLE ${TABLE} ADD COLUMN shard int NOT NULL DEFAULT 0 AFTER period,
         DROP PRIMARY KEY, ADD PRIMARY KEY (${KEY}, shard)`,
      );
      return;
    }
    await copy(runner, 'shard');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (isMysql(runner)) {
      await runner.query(
        `INSERT INTO ${TABLE} (${KEY}, shard, count)
         SELECT ${KEY}, 0, sum FROM (
           SELECT ${KEY}, SUM(count) AS sum FROM ${TABLE} WHERE shard > 0 GROUP BY ${KEY}
         ) others
         ON DUPLICATE KEY UPDATE count = count + VALUES(count)`,
      );
      await runner.query(`DELETE FROM ${TABLE} WHERE shard > 0`);
      await runner.query(
        `ALTER TABLE ${TABLE} DROP PRIMARY KEY, ADD PRIMARY KEY (${KEY}), DROP COLUMN shard`,
      );
      return;
    }
    await copy(runner);
  }
}

/** Copies the table, with or without one more column, since SQLite cannot change a primary key. */
async function copy(runner: QueryRunner, ...further: string[]): Promise<void> {
  const { text, reference, integer } = columnsFor(runner);
  await createTable(runner, NEW, [
    { ...text('list', 64), isPrimary: true },
    { ...reference('record_id'), isPrimary: true },
    { ...text('period', 10), isPrimary: true },
    ...further.map((name) => ({ ...integer(name), isPrimary: true })),
    integer('count'),
  ]);
  await runner.query(
    `INSERT INTO ${NEW} (${KEY}, count) SELECT ${KEY}, SUM(count) FROM ${TABLE} GROUP BY ${KEY}`,
  );
  await runner.dropTable(TABLE);
  await runner.renameTable(NEW, TABLE);
}
