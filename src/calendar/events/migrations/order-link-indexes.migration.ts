import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex, isMysql } from '../../../platform/storage/database';
import { listedIndex } from '../../links';

/** A table of links: its name, the column of the record's id, and the table of the records. */
interface LinkTable {
  name: string;
  key: string;
  target: string;
}

/**
 * Moves the index with `listed_start` after the other one, which is the order of `createEventLinks`, and
 * deletes links to missing records. The other index serves the foreign key meanwhile.
 */
export class OrderLinkIndexes1790000000126 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!isMysql(runner)) return;
    for (const links of await linkTables(runner)) {
      await removeDangling(runner, links);
      await order(runner, links);
    }
  }

  async down(): Promise<void> {
    // Previous releases do not depend on the order.
  }
}

/** Finds all link tables, including those of other modules. */
function linkTables(runner: QueryRunner): Promise<LinkTable[]> {
  return runner.query(
    `SELECT keyed.table_name AS name, keyed.column_name AS \`key\`,
       keyed.referenced_table_name AS target
     FROM information_schema.key_column_usage keyed
     JOIN information_schema.statistics indexed
       ON indexed.table_schema = keyed.table_schema AND indexed.table_name = keyed.table_name
         AND indexed.column_name = keyed.column_name AND indexed.seq_in_index = 1
         AND indexed.index_name =
           CONCAT('ix_', keyed.table_name, '_', keyed.column_name, '_published_end_utc')
     WHERE keyed.table_schema = DATABASE() AND keyed.referenced_table_name IS NOT NULL`,
  ) as Promise<LinkTable[]>;
}

async function removeDangling(
  runner: QueryRunner,
  { name, key, target }: LinkTable,
): Promise<void> {
  await runner.query(
    `DELETE link FROM \`${name}\` link LEFT JOIN \`${target}\` record ON record.id = link.\`${key}\`
     WHERE record.id IS NULL`,
  );
}

async function order(runner: QueryRunner, { name, key }: LinkTable): Promise<void> {
  const listed = listedIndex(name, key);
  const rows = (await runner.query(`SHOW INDEX FROM \`${name}\` WHERE Seq_in_index = 1`)) as {
    Key_name: string;
    Column_name: string;
  }[];
  const first = rows.find((row) => row.Column_name === key);
  if (first?.Key_name === listed.name) await dropIndex(runner, name, listed);
  // The index is missing after an interrupted run.
  await addIndex(runner, name, listed);
}
