import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../../platform/database';
import { listedIndex, publishedIndex } from './create-event-links';

/** Puts the index with `listed_start` behind the other one, where `createEventLinks` has it today. */
export class OrderLinkIndexes1790000000126 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== 'mysql') return;
    const columns = (await runner.query(
      `SELECT table_name AS name, column_name AS \`key\` FROM information_schema.statistics
       WHERE table_schema = DATABASE() AND seq_in_index = 1
         AND index_name = CONCAT('ix_', table_name, '_', column_name, '_published_end_utc')`,
    )) as { name: string; key: string }[];
    for (const { name, key } of columns) await order(runner, name, key);
  }

  async down(): Promise<void> {
    // The order means nothing to the releases before.
  }
}

async function order(runner: QueryRunner, table: string, key: string): Promise<void> {
  const listed = listedIndex(table, key);
  const rows = (await runner.query(`SHOW INDEX FROM \`${table}\` WHERE Seq_in_index = 1`)) as {
    Key_name: string;
  }[];
  const names = rows.map((row) => row.Key_name);
  const isFirst =
    names.indexOf(listed.name ?? '') < names.indexOf(publishedIndex(table, key).name ?? '');
  if (isFirst) await dropIndex(runner, table, listed);
  await addIndex(runner, table, listed);
}
