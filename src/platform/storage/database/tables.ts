import { type QueryRunner, Table, type TableColumnOptions, TableIndex } from 'typeorm';

/**
 * Column types for migrations, with the same meaning on every database: text is compared byte by
 * byte (case-insensitive equality is decided by the code, not by a collation), times are UTC in
 * whole seconds.
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
  /** Text of any length that the input validation allows. */
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
 * Creates a table in one statement, with its indexes and foreign keys, unless it exists with the
 * same columns: MySQL commits each statement separately, so an interrupted migration is run again.
 *
 * @throws QueryFailedError when another table has the name
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
 * Returns true when a migration runs on MySQL or MariaDB, false on SQLite.
 *
 * @throws Error on any other database, which the callers do not support yet (docs/databases.md)
 */
export function isMysql({ connection }: QueryRunner): boolean {
  const { type } = connection.options;
  if (type !== 'mysql' && type !== 'expo')
    throw new Error(`The migrations do not support ${type}: see docs/databases.md.`);
  return type === 'mysql';
}
