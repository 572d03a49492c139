import type { EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { Transaction } from './transaction';

/** SQLite allows 32,766. */
const VALUES_MAX = 10_000;
/** The most characters of an INSERT: servers reject more than 16 MB, and long statements block the event loop. */
const LENGTH_MAX = 500_000;

/** A database compares each row with the ids of every value. */
const ROWS_MAX = 100;

/** A column, with the conversion of its values for the driver. */
interface Written {
  name: string;
  property: string;
  isGenerated: boolean;
  sent: (value: unknown) => unknown;
}

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
  const columns = columnsOf(metadata).filter(({ property }) => row[property] !== undefined);
  const { insertId } = await transaction.run(
    `${insertInto(metadata, columns)} (${placeholdersOf(columns)})`,
    columns.map(({ property, sent }) => sent(row[property])),
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
  const columns = columnsOf(metadata).filter(({ isGenerated }) => hasIds || !isGenerated);
  const head = insertInto(metadata, columns);
  const placeholders = `(${placeholdersOf(columns)})`;
  const most = Math.floor(VALUES_MAX / columns.length) * columns.length;
  const readers = columns.map(({ property, sent }) => {
    if (!common || !(property in common)) return (row: ObjectLiteral) => sent(row[property]);
    const value = sent((common as ObjectLiteral)[property]);
    return () => value;
  });
  let values: unknown[] = [];
  let length = 0;
  for (const [index, row] of rows.entries()) {
    for (const read of readers) {
      const value = read(row);
      values.push(value);
      if (typeof value === 'string') length += value.length;
    }
    const isLast = index === rows.length - 1;
    if (values.length < most && length < LENGTH_MAX && !isLast) continue;
    const count = values.length / columns.length;
    await transaction.run(
      `${head} ${placeholders}${`, ${placeholders}`.repeat(count - 1)}`,
      values,
    );
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
  const retained = ['id', metadata.versionColumn?.propertyName];
  const columns = columnsOf(metadata).filter(({ property }) => !retained.includes(property));
  const table = connection.driver.escape(metadata.tablePath);
  const versions = metadata.versionColumn ? ['version = version + 1'] : [];
  for (const batch of batchesOf(changes, ROWS_MAX)) {
    const names = new Set(batch.flatMap(({ values }) => Object.keys(values)));
    const sets = columns
      .filter(({ property }) => names.has(property))
      .map((column) => setOf(column, connection.driver.escape(column.name), batch));
    await transaction.run(
      `UPDATE ${table} SET ${[...versions, ...sets.map(({ sql }) => sql)].join(', ')}
       WHERE id IN (${placeholdersOf(batch)})`,
      [...sets.flatMap(({ values }) => values), ...batch.map(({ id }) => id)],
    );
  }
}

/** One value for all rows, or a value for each group of ids. */
function setOf(
  { property, sent }: Written,
  name: string,
  batch: readonly RowChange[],
): { sql: string; values: unknown[] } {
  const idsOf = new Map<unknown, number[]>();
  for (const { id, values } of batch) {
    if (!(property in values)) continue;
    const value = sent(values[property]);
    const ids = idsOf.get(value);
    if (ids) ids.push(id);
    else idsOf.set(value, [id]);
  }
  const [[first, ids]] = idsOf;
  if (ids.length === batch.length) return { sql: `${name} = ?`, values: [first] };
  const cases = [...idsOf].map(([, some]) => `WHEN id IN (${placeholdersOf(some)}) THEN ?`);
  return {
    sql: `${name} = CASE ${cases.join(' ')} ELSE ${name} END`,
    values: [...idsOf].flatMap(([value, some]) => [...some, value]),
  };
}

const columnsOf = (metadata: EntityMetadata): readonly Written[] =>
  metadata.columns.map((column) => ({
    name: column.databaseName,
    property: column.propertyName,
    isGenerated: column.isGenerated,
    sent: sentOf(column, metadata),
  }));

/** As TypeORM does it. */
function sentOf(column: ColumnMetadata, { connection }: EntityMetadata): Written['sent'] {
  const { driver } = connection;
  // No column of the service belongs to a relation or to an embedded object.
  const prepared = (value: unknown): unknown => driver.preparePersistentValue(value, column);
  if (column.transformer) return prepared;
  if (AS_THEY_ARE.has(column.type)) return (value) => value;
  // Both kinds of databases accept the same text.
  if (column.type === 'datetime')
    return (value) => (value instanceof Date ? storedInstant(value) : prepared(value));
  return prepared;
}

function insertInto(
  { connection: { driver }, tablePath }: EntityMetadata,
  columns: readonly Written[],
): string {
  const names = columns.map(({ name }) => driver.escape(name)).join(', ');
  return `INSERT INTO ${driver.escape(tablePath)} (${names}) VALUES`;
}

const placeholdersOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

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
  const adding = transaction.orUpdate(key, ['count'], (stored, added) => `${stored} + ${added}`);
  const row = `(${key.map(() => '?, ').join('')}?)`;
  const most = Math.floor(VALUES_MAX / (key.length + 1));
  for (const batch of batchesOf(rows, most)) {
    await transaction.run(
      `INSERT INTO ${table} (${key.join(', ')}, count)
       VALUES ${batch.map(() => row).join(', ')} ${adding}`,
      batch.flat(),
    );
  }
}

/** For statements with a maximum number of values. */
export function* batchesOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** `2027-05-01 10:00:00.000` in UTC, as the drivers format a Date. */
export function storedInstant(instant: Date): string {
  const iso = instant.toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;
}
