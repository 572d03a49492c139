import type { Driver, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { Transaction } from './transaction';

/** SQLite allows 32,766. */
const VALUES_MAX = 10_000;
/** The most characters of an INSERT: servers reject more than 16 MB, and long statements block the event loop. */
const LENGTH_MAX = 500_000;

/** A database compares each row with the ids of every value. */
const ROWS_MAX = 100;

interface RowChange {
  id: number;
  values: ObjectLiteral;
}

/** Types whose values need no conversion. */
const AS_THEY_ARE = new Set<unknown>([
  String,
  Number,
  'bigint',
  'double',
  'int',
  'integer',
  'text',
  'varchar',
]);

/** Columns without a value get their default. Returns the generated id, or the one of the row. */
export async function insertRow(
  transaction: Transaction,
  entity: EntityTarget<ObjectLiteral>,
  row: ObjectLiteral & { id?: number },
): Promise<number> {
  const metadata = transaction.manager.connection.getMetadata(entity);
  const { driver } = metadata.connection;
  const columns = metadata.columns.filter(({ propertyName }) => row[propertyName] !== undefined);
  const { insertId } = await transaction.run(
    `${insertInto(metadata, columns)} (${placeholders(columns.length)})`,
    columns.map((column) => prepared(driver, column, row[column.propertyName])),
  );
  return row.id ?? insertId;
}

/**
 * Inserts whole rows, with a value for every column except a generated id. If the first row has an id, all
 * rows keep theirs. TypeORM's own insert builder takes three times as long as the database for some hundred
 * rows.
 *
 * @param common values that are the same in all rows
 */
export async function insertRows<T extends ObjectLiteral, Common extends object = object>(
  transaction: Transaction,
  entity: EntityTarget<T>,
  rows: readonly Omit<T, 'id' | keyof Common>[],
  common?: Common,
): Promise<void> {
  const metadata = transaction.manager.connection.getMetadata(entity);
  const hasIds = (rows.at(0) as ObjectLiteral | undefined)?.id !== undefined;
  const { driver } = metadata.connection;
  const columns = metadata.columns.filter(({ isGenerated }) => hasIds || !isGenerated);
  const head = insertInto(metadata, columns);
  const tuple = `(${placeholders(columns.length)})`;
  const most = Math.floor(VALUES_MAX / columns.length) * columns.length;
  let values: unknown[] = [];
  let length = 0;
  for (const [index, row] of rows.entries()) {
    for (const column of columns) {
      const { propertyName } = column;
      const source: ObjectLiteral = common && propertyName in common ? common : row;
      const value = prepared(driver, column, source[propertyName]);
      values.push(value);
      if (typeof value === 'string') length += value.length;
    }
    const isLast = index === rows.length - 1;
    if (values.length < most && length < LENGTH_MAX && !isLast) continue;
    const count = values.length / columns.length;
    await transaction.run(`${head} ${tuple}${`, ${tuple}`.repeat(count - 1)}`, values);
    values = [];
    length = 0;
  }
}

/**
 * Updates rows with different values, 100 per statement. Columns without a value in a change stay. Versions
 * are incremented.
 */
export async function updateRows(
  transaction: Transaction,
  entity: EntityTarget<ObjectLiteral>,
  changes: readonly RowChange[],
): Promise<void> {
  const { connection } = transaction.manager;
  const metadata = connection.getMetadata(entity);
  const { driver } = connection;
  const retained = ['id', metadata.versionColumn?.propertyName];
  for (const batch of batchesOf(changes, ROWS_MAX)) {
    const sets = metadata.versionColumn ? ['version = version + 1'] : [];
    const values: unknown[] = [];
    for (const column of metadata.columns) {
      if (retained.includes(column.propertyName)) continue;
      const set = setOf(driver, column, batch);
      if (!set) continue;
      sets.push(set.sql);
      values.push(...set.values);
    }
    await transaction.run(
      `UPDATE ${driver.escape(metadata.tablePath)} SET ${sets.join(', ')}
       WHERE id IN (${placeholders(batch.length)})`,
      [...values, ...batch.map(({ id }) => id)],
    );
  }
}

/** Sets one value for all rows, or a value for each group of ids; undefined without a value. */
function setOf(
  driver: Driver,
  column: ColumnMetadata,
  batch: readonly RowChange[],
): { sql: string; values: unknown[] } | undefined {
  const name = driver.escape(column.databaseName);
  const idsOf = new Map<unknown, number[]>();
  for (const { id, values } of batch) {
    if (!(column.propertyName in values)) continue;
    const value = prepared(driver, column, values[column.propertyName]);
    const ids = idsOf.get(value);
    if (ids) ids.push(id);
    else idsOf.set(value, [id]);
  }
  if (idsOf.size === 0) return undefined;
  const [[first, ids]] = idsOf;
  if (ids.length === batch.length) return { sql: `${name} = ?`, values: [first] };
  const cases = [...idsOf].map(([, some]) => `WHEN id IN (${placeholders(some.length)}) THEN ?`);
  return {
    sql: `${name} = CASE ${cases.join(' ')} ELSE ${name} END`,
    values: [...idsOf].flatMap(([value, some]) => [...some, value]),
  };
}

/**
 * Converts a value for the driver, as TypeORM does it. No column of the service belongs to a relation or to an
 * embedded object.
 */
function prepared(driver: Driver, column: ColumnMetadata, value: unknown): unknown {
  if (!column.transformer) {
    if (AS_THEY_ARE.has(column.type)) return value;
    // Both kinds of databases accept the same text.
    if (column.type === 'datetime' && value instanceof Date) return storedInstant(value);
  }
  return driver.preparePersistentValue(value, column);
}

function insertInto(
  { connection: { driver }, tablePath }: EntityMetadata,
  columns: readonly ColumnMetadata[],
): string {
  const names = columns.map(({ databaseName }) => driver.escape(databaseName)).join(', ');
  return `INSERT INTO ${driver.escape(tablePath)} (${names}) VALUES`;
}

const placeholders = (count: number): string => Array(count).fill('?').join(', ');

/** The primary key identifies the counted record; the column `count` has the number. */
export interface CountTable {
  table: string;
  key: readonly string[];
}

/**
 * Adds to counts, and inserts missing rows. Writers that use the same row order cause no deadlocks.
 *
 * @param rows the values of the key, then the number to add, which may be negative
 */
export async function addToCounts(
  transaction: Transaction,
  { table, key }: CountTable,
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const adding = transaction.orUpdate(key, 'count', (stored, added) => `${stored} + ${added}`);
  const row = `(${placeholders(key.length + 1)})`;
  const most = Math.floor(VALUES_MAX / (key.length + 1));
  for (const batch of batchesOf(rows, most)) {
    await transaction.run(
      `INSERT INTO ${table} (${key.join(', ')}, count)
       VALUES ${Array(batch.length).fill(row).join(', ')} ${adding}`,
      batch.flat(),
    );
  }
}

/** For statements with a maximum number of values. */
export function* batchesOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** `2027-05-01 10:00:00.000` in UTC, as the drivers format a Date. */
function storedInstant(instant: Date): string {
  const iso = instant.toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;
}
