import type { RecordWriter } from '../../platform/changes';
import type { Transaction } from '../../platform/database';
import type { LinkTable } from './link-table';

/** Changes of so many events fit into one statement, and MariaDB creates a table for a list of 1,000 values. */
const BATCH = 800;

interface ListedLink {
  event_id: number;
  listed_start: string | null;
}

/** `listed`: those that are listed together with the record. */
type LinkedEvents = 'all' | 'listed';

/**
 * Logs changes of the events of records that a write shows or hides. All links are locked first, so that an
 * event that is published concurrently is logged in its latest state.
 */
export async function touchEvents(
  transaction: Transaction,
  writer: RecordWriter,
  tables: LinkTable,
  ids: readonly number[],
  which: LinkedEvents,
): Promise<void> {
  for await (const links of linkedEvents(transaction, tables, ids, which))
    await writer.touch(transaction, 'events', eventIds(links));
}

/** Yields links in batches, since a record may have any number. All are locked before the first batch. */
async function* linkedEvents(
  transaction: Transaction,
  tables: LinkTable,
  ids: readonly number[],
  which: LinkedEvents,
): AsyncGenerator<ListedLink[], void, undefined> {
  if (ids.length === 0) return;
  const { links, key } = tables;
  const condition = `${key} IN (${ids.map(() => '?').join(', ')})`;
  const few = await transaction.union<ListedLink>(
    [`SELECT event_id, listed_start FROM ${links} WHERE ${condition} LIMIT ${BATCH}`],
    ids,
    'update',
  );
  if (few.length < BATCH) {
    const found = which === 'all' ? few : few.filter(isListed);
    if (found.length > 0) yield found;
    return;
  }
  await transaction.lockRows(links, condition, ids);
  for (const id of ids) yield* eventsOf(transaction, tables, id, which);
}

/**
 * Deletes links of a record in batches, so that the duration of a statement has a limit. Less than a batch
 * remains: the caller deletes it.
 *
 * @param before called with all events of the record, first those that are listed with it
 */
export async function unlinkMost(
  transaction: Transaction,
  tables: LinkTable,
  id: number,
  before?: (events: readonly number[], areListed: boolean) => Promise<void>,
): Promise<void> {
  const { links, key } = tables;
  // Only `before` needs the links locked.
  const parts = before
    ? linkedEvents(transaction, tables, [id], 'all')
    : eventsOf(transaction, tables, id, 'all');
  for await (const part of parts) {
    await before?.(eventIds(part.filter(isListed)), true);
    await before?.(eventIds(part.filter((link) => !isListed(link))), false);
    if (part.length < BATCH) continue;
    const events = eventIds(part);
    // The `+` keeps SQLite from reading all links of the record.
    await transaction.run(
      `DELETE FROM ${links} WHERE +${key} = ? AND event_id IN (${events.map(() => '?').join(', ')})`,
      [id, ...events],
    );
  }
}

/** In the order of the index, those without a start first. */
async function* eventsOf(
  transaction: Transaction,
  { links, key }: LinkTable,
  id: number,
  which: LinkedEvents,
): AsyncGenerator<ListedLink[], void, undefined> {
  let part: Condition | undefined = [which === 'all' ? '' : WITH_START];
  while (part) {
    const [condition, ...values]: Condition = part;
    const { rows } = await transaction.run<ListedLink>(
      `SELECT event_id, listed_start FROM ${links} WHERE ${key} = ? ${condition}
       ORDER BY listed_start, event_id LIMIT ${BATCH}`,
      [id, ...values],
    );
    if (rows.length > 0) yield rows;
    part = partBehind(rows, condition);
  }
}

const isListed = ({ listed_start }: ListedLink): boolean => listed_start !== null;

/** An event that is linked to two of the records has two links. */
const eventIds = (links: readonly ListedLink[]): number[] => [
  ...new Set(links.map(({ event_id }) => event_id)),
];

/** SQL, and the values of its `?`. */
type Condition = [sql: string, ...values: unknown[]];

const WITHOUT_START = 'AND listed_start IS NULL AND event_id > ?';
const WITH_START = 'AND listed_start IS NOT NULL';

/** Returns the condition of the next batch: links without a start come before those with one. */
function partBehind(rows: readonly ListedLink[], condition: string): Condition | undefined {
  if (rows.length < BATCH) return condition === WITHOUT_START ? [WITH_START] : undefined;
  const { event_id, listed_start: start } = rows[BATCH - 1];
  if (start === null) return [WITHOUT_START, event_id];
  // SQLite uses an index for the first part, MySQL for the second.
  return [
    'AND listed_start >= ? AND (listed_start > ? OR listed_start = ? AND event_id > ?)',
    start,
    start,
    start,
    event_id,
  ];
}
