import type { EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { storedInstant } from './stored-instant';
import type { Transaction } from './transaction';

/** Maximum values per statement; SQLite allows 32,766. */
const VALUES_MAX = 10_000;
/**
 * The length of the texts after which a statement ends: servers refuse statements of more than 16 MB, and long
 * ones hold the event loop.
 */
const LENGTH_MAX = 500_000;

/** A written column, with the conversion of its values for the driver. */
export interface Written {
  name: string;
  property: string;
  sent: (value: unknown) => unknown;
}

/** How rows of an entity are inserted. */
interface Plan {
  columns: readonly Written[];
  /** The statement up to its values. */
  head: string;
}

const plans = new WeakMap<EntityMetadata, Plan>();
/** The plans for rows that have their ids already. */
const plansWithIds = new WeakMap<EntityMetadata, Plan>();

/** The column types whose texts and numbers need no conversion. */
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

/**
 * Inserts one row. Columns without a value get their default.
 *
 * @returns the generated id, or the one of the row
 */
export async function insertRow<T extends ObjectLiteral & { id: number }>(
  transaction: Transaction,
  entity: EntityTarget<T>,
  row: Omit<T, 'id'> & { id?: number },
): Promise<number> {
  const metadata = transaction.manager.connection.getMetadata(entity);
  const values: ObjectLiteral = row;
  const columns = planOf(metadata, row.id !== undefined).columns.filter(
    ({ property }) => values[property] !== undefined,
  );
  const { insertId } = await transaction.run(
    `${headOf(metadata, columns)} ${placesOf(columns)}`,
    columns.map(({ property, sent }) => sent(values[property])),
  );
  return row.id ?? insertId;
}

/**
 * Inserts whole rows, with a value for every column except a generated id. If the first row has an
 * id, all rows keep theirs.
 *
 * TypeORM's own insert builder names every value, and searches all names for each: with some
 * hundred rows that takes three times as long as the database.
 *
 * @param common the values that are the same in all rows, which need not have them
 */
export async function insertRows<T extends ObjectLiteral, Common extends object = object>(
  transaction: Transaction,
  entity: EntityTarget<T>,
  rows: readonly Omit<T, 'id' | keyof Common>[],
  common?: Common,
): Promise<void> {
  const metadata = transaction.manager.connection.getMetadata(entity);
  const hasIds = (rows.at(0) as ObjectLiteral | undefined)?.id !== undefined;
  const { columns, head } = planOf(metadata, hasIds);
  const places = placesOf(columns);
  const most = Math.floor(VALUES_MAX / columns.length) * columns.length;
  const readers = columns.map(({ property, sent }) => {
    if (!common || !(property in common)) return (row: ObjectLiteral) => sent(row[property]);
    const value = sent((common as ObjectLiteral)[property]);
    return () => value;
  });
  let values: unknown[] = [];
  let length = 0;
  for (const [place, row] of rows.entries()) {
    for (const read of readers) {
      const value = read(row);
      values.push(value);
      if (typeof value === 'string') length += value.length;
    }
    const isLast = place === rows.length - 1;
    if (values.length < most && length < LENGTH_MAX && !isLast) continue;
    const count = values.length / columns.length;
    await transaction.runLater(`${head} ${places}${`, ${places}`.repeat(count - 1)}`, values);
    values = [];
    length = 0;
  }
}

/** Returns the columns of an entity that are written, by their property. */
export const writtenColumns = (metadata: EntityMetadata): ReadonlyMap<string, Written> =>
  new Map(planOf(metadata, false).columns.map((column) => [column.property, column]));

function planOf(metadata: EntityMetadata, hasIds: boolean): Plan {
  const all = hasIds ? plansWithIds : plans;
  const known = all.get(metadata);
  if (known) return known;
  const columns = metadata.columns
    .filter((column) => hasIds || !column.isGenerated)
    .map((column) => ({
      name: column.databaseName,
      property: column.propertyName,
      sent: sentOf(column, metadata),
    }));
  const plan = { columns, head: headOf(metadata, columns) };
  all.set(metadata, plan);
  return plan;
}

/** Returns the conversion of a column's values for the driver, as TypeORM does it. */
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

/** Returns the statement that inserts rows, up to their values. */
const headOf = (
  { connection: { driver }, tablePath }: EntityMetadata,
  columns: readonly Written[],
): string => {
  const names = columns.map(({ name }) => driver.escape(name)).join(', ');
  return `INSERT INTO ${driver.escape(tablePath)} (${names}) VALUES`;
};

/** Returns a `?` for each value of a row. */
const placesOf = (columns: readonly Written[]): string => `(${columns.map(() => '?').join(', ')})`;
