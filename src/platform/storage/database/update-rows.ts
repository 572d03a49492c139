import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { batchesOf } from './batches-of';
import { type Written, writtenColumns } from './insert-rows';
import type { Transaction } from './transaction';

/** Rows per statement: a database compares each row with the ids of every value. */
const ROWS_MAX = 100;

/** The changed values of a row. */
export interface RowChange {
  id: number;
  values: ObjectLiteral;
}

/**
 * Updates rows with different values, in one statement per 100 rows. Columns without a value in a change stay
 * as they are. The version of every row is incremented, if the entity has one.
 */
export async function updateRows(
  transaction: Transaction,
  entity: EntityTarget<ObjectLiteral>,
  changes: readonly RowChange[],
): Promise<void> {
  const { connection } = transaction.manager;
  const metadata = connection.getMetadata(entity);
  const written = writtenColumns(metadata);
  const table = connection.driver.escape(metadata.tablePath);
  const versions = metadata.versionColumn ? ['version = version + 1'] : [];
  for (const batch of batchesOf(changes, ROWS_MAX)) {
    const names = new Set(batch.flatMap(({ values }) => Object.keys(values)));
    const sets = [...names].flatMap((name) => {
      const column = written.get(name);
      return column ? [setOf(column, connection.driver.escape(column.name), batch)] : [];
    });
    await transaction.run(
      `UPDATE ${table} SET ${[...versions, ...sets.map(({ sql }) => sql)].join(', ')}
       WHERE id IN (${placesOf(batch)})`,
      [...sets.flatMap(({ values }) => values), ...batch.map(({ id }) => id)],
    );
  }
}

/** Returns the assignment of a column: one value for all rows, or a value for the ids that get it. */
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
  const cases = [...idsOf].map(([, some]) => `WHEN id IN (${placesOf(some)}) THEN ?`);
  return {
    sql: `${name} = CASE ${cases.join(' ')} ELSE ${name} END`,
    values: [...idsOf].flatMap(([value, some]) => [...some, value]),
  };
}

const placesOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
