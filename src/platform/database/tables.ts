import { type QueryRunner, Table, type TableColumnOptions, TableIndex } from 'typeorm';

/**
 * Column types for migrations, with the same meaning on every database: text is compared byte by byte, times
 * are UTC in whole seconds.
 */
export interface Columns {
  id: () => TableColumnOptions;
  /** For a table that gets a row with every write. */
  longId: () => TableColumnOptions;
  reference: (name: string) => TableColumnOptions;
  integer: (name: string, initial?: number) => TableColumnOptions;
  /** For numbers above two billion, up to 2^53. */
  longInteger: (name: string, initial?: number) => TableColumnOptions;
  flag: (name: string, initial?: boolean) => TableColumnOptions;
  real: (name: string) => TableColumnOptions;
  text: (name: string, length: number) => TableColumnOptions;
  longText: (name: string) => TableColumnOptions;
  instant: (name: string) => TableColumnOptions;
}

export function columnsFor(runner: QueryRunner): Columns {
  const mysql = isMysql(runner);
  const binary = mysql ? { charset: 'utf8mb4', collation: 'utf8mb4_bin' } : {};
  const integer = mysql ? 'int' : 'integer';
  const generatedId = (type: string): TableColumnOptions => ({
    name: 'id',
    type,
    isPrimary: true,
    isGenerated: true,
    generationStrategy: 'increment',
  });
  return {
    id: () => generatedId(integer),
    longId: () => generatedId(mysql ? 'bigint' : integer),
    reference: (name) => ({ name, type: integer }),
    integer: (name, initial = 0) => ({ name, type: integer, default: initial }),
    longInteger: (name, initial = 0) => ({
      name,
      type: mysql ? 'bigint' : integer,
      default: initial,
    }),
    flag: (name, initial = false) => ({
      name,
      type: mysql ? 'tinyint' : 'boolean',
      default: initial ? 1 : 0,
    }),
    real: (name) => ({ name, type: 'double', isNullable: true }),
    text: (name, length) => ({
      name,
      type: 'varchar',
      length: String(length),
      default: "''",
      ...binary,
    }),
    longText: (name) => ({ name, type: mysql ? 'mediumtext' : 'text', ...binary }),
    instant: (name) => ({ name, type: 'datetime' }),
  };
}

export function unique(table: string, ...columnNames: string[]): TableIndex {
  return new TableIndex({
    name: ['uq', table, ...columnNames].join('_'),
    columnNames,
    isUnique: true,
  });
}

export function index(table: string, ...columnNames: string[]): TableIndex {
  return new TableIndex({ name: ['ix', table, ...columnNames].join('_'), columnNames });
}

/**
 * Creates a table in one statement, unless it exists with the same columns: MySQL commits each statement
 * separately, so an interrupted migration is run again.
 */
export async function createTable(
  runner: QueryRunner,
  name: string,
  columns: TableColumnOptions[],
  indices: TableIndex[] = [],
  foreignKeys: { column: string; table: string; onDelete: 'CASCADE' | 'SET NULL' }[] = [],
): Promise<void> {
  const existing = await runner.getTable(name);
  const named = new Set(existing?.columns.map((column) => column.name));
  if (named.size === columns.length && columns.every((column) => named.has(column.name))) return;
  await runner.createTable(
    new Table({
      name,
      columns,
      indices,
      foreignKeys: foreignKeys.map(({ column, table, onDelete }) => ({
        name: `fk_${name}_${column}`,
        columnNames: [column],
        referencedTableName: table,
        referencedColumnNames: ['id'],
        onDelete,
      })),
    }),
  );
}

/**
 * Adds a column, unless it exists: MySQL commits each statement separately, so an interrupted migration is
 * run again. Unlike TypeORM's `addColumn`, it does not copy the table on SQLite.
 *
 * @param column of `columnsFor`; with a default or `isNullable`, for the existing rows
 * @param references a table: the column is a foreign key with an index, and becomes null when the row is
 *   deleted
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

/** Drops a column of `addColumn`, with its key and index, if it exists. */
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

/** Those that are dropped or created already are left: see `addColumn`. */
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

/** In SQL of both databases: `varchar(20) NOT NULL DEFAULT ''`. */
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

/**
 * False on SQLite.
 *
 * @throws Error on any other database (docs/databases.md)
 */
function isMysql({ connection }: QueryRunner): boolean {
  const { type } = connection.options;
  if (type !== 'mysql' && type !== 'expo')
    throw new Error(`The migrations do not support ${type}: see docs/databases.md.`);
  return type === 'mysql';
}
