import type { QueryRunner, TableColumnOptions, TableIndex } from 'typeorm';
import { isMysql } from './tables';

/**
 * Adds a column to a table that may have rows, unless it exists: MySQL commits each statement
 * separately, so an interrupted migration is run again. Unlike TypeORM's `addColumn`, it does not
 * copy the table on SQLite.
 *
 * @param column of `columnsFor`; with a default or `isNullable`, for the existing rows
 * @param references the table that the column refers to by id, as a foreign key with an index; when
 * the referenced row is deleted, the column becomes null
 */
export async function addColumn(
  runner: QueryRunner,
  table: string,
  column: TableColumnOptions,
  references?: string,
): Promise<void> {
  const { name } = column;
  if (await runner.hasColumn(table, name)) return;
  const addition = `ALTER TABLE \`${table}\` ADD COLUMN \`${name}\` ${definitionOf(column)}`;
  if (references === undefined) {
    await runner.query(addition);
    return;
  }
  const target = `REFERENCES \`${references}\` (id) ON DELETE SET NULL`;
  const [key, index] = [`fk_${table}_${name}`, `ix_${table}_${name}`];
  if (isMysql(runner)) {
    // MySQL creates the index of a foreign key automatically.
    const constraint = `ADD CONSTRAINT \`${key}\` FOREIGN KEY (\`${name}\`) ${target}`;
    await runner.query(`${addition}, ${constraint}`);
  } else {
    await runner.query(`${addition} ${target}`);
    await runner.query(`CREATE INDEX \`${index}\` ON \`${table}\` (\`${name}\`)`);
  }
}

/** Drops a column that was added by `addColumn`, with its key and index, if it exists. */
export async function dropColumn(runner: QueryRunner, table: string, name: string): Promise<void> {
  const { foreignKeys = [], indices = [] } = (await runner.getTable(table)) ?? {};
  if (!(await runner.hasColumn(table, name))) return;
  const isOwn = ({ columnNames }: { columnNames: string[] }): boolean =>
    columnNames.length === 1 && columnNames[0] === name;
  const drop = `DROP COLUMN \`${name}\``;
  if (isMysql(runner)) {
    const keys = foreignKeys.filter(isOwn).map((key) => `DROP FOREIGN KEY \`${key.name}\``);
    await runner.query(`ALTER TABLE \`${table}\` ${[...keys, drop].join(', ')}`);
  } else {
    for (const index of indices.filter(isOwn)) await runner.query(`DROP INDEX \`${index.name}\``);
    await runner.query(`ALTER TABLE \`${table}\` ${drop}`);
  }
}

/** Drops indexes of a table, and creates others. Those that are dropped or created already are left: see `addColumn`. */
export async function changeIndexes(
  runner: QueryRunner,
  table: string,
  dropped: readonly TableIndex[],
  created: readonly TableIndex[],
): Promise<void> {
  const { indices = [] } = (await runner.getTable(table)) ?? {};
  const names = new Set(indices.map(({ name }) => name));
  for (const index of created) if (!names.has(index.name)) await runner.createIndex(table, index);
  for (const index of dropped) if (names.has(index.name)) await runner.dropIndex(table, index);
}

/** Returns the definition in SQL that both databases accept: `varchar(20) NOT NULL DEFAULT ''`. */
function definitionOf(column: TableColumnOptions): string {
  const { type, length, charset, collation, isNullable = false } = column;
  return [
    length === undefined ? type : `${type}(${length})`,
    ...(charset === undefined ? [] : [`CHARACTER SET ${charset}`]),
    ...(collation === undefined ? [] : [`COLLATE ${collation}`]),
    isNullable ? 'NULL' : 'NOT NULL',
    ...(column.default === undefined ? [] : [`DEFAULT ${String(column.default)}`]),
  ].join(' ');
}
