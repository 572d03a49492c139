import type { QueryRunner, TableColumnOptions } from 'typeorm';

/**
 * Adds a column to a table that may have rows, unless it is there: MySQL commits each statement by
 * itself, so what was interrupted is run again. It copies no table, as TypeORM's `addColumn` does
 * on SQLite.
 *
 * @param column of `columnsFor`; the rows that there are need a default, or `isNullable`
 * @param references the table whose rows it names by their ids; of a row that is deleted null is
 *   left. Such a column has an index.
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
    // MySQL makes the index of a foreign key by itself.
    const constraint = `ADD CONSTRAINT \`${key}\` FOREIGN KEY (\`${name}\`) ${target}`;
    await runner.query(`${addition}, ${constraint}`);
  } else {
    await runner.query(`${addition} ${target}`);
    await runner.query(`CREATE INDEX \`${index}\` ON \`${table}\` (\`${name}\`)`);
  }
}

/** Takes a column away that `addColumn` has added, with what belongs to it; nothing where it is gone. */
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

const isMysql = (runner: QueryRunner): boolean => runner.connection.options.type === 'mysql';

/** As both read it: `varchar(20) NOT NULL DEFAULT ''`. */
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
