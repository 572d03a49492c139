import { isDeepStrictEqual } from 'node:util';
import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Owned } from '../../platform/access';
import { type Fault, fault } from '../../platform/foundation/errors';
import type { Caller } from '../../platform/http/request-context';
import { placeOf } from '../../platform/input';
import type { Database, Transaction } from '../../platform/storage/database';
import { selectColumns } from '../posts';
import { canRead } from '../publication';

/** Records that can be linked to events. */
export interface Linkable {
  entity: EntityTarget<ObjectLiteral>;
  /** True for records with a status and an author, which `canRead` checks. Other records are public. */
  hasStatus: boolean;
}

/** The columns that decide whether a record can be linked; with `hasStatus` all of them are set. */
type LinkableRow = Partial<Owned> & { id: number };

const isReadable = (row: LinkableRow, { hasStatus }: Linkable, caller: Caller): boolean =>
  !hasStatus || canRead(row as Owned, caller);

/**
 * Returns the ids that a caller cannot use in a filter: the record is missing, unreadable or in the trash.
 */
export async function unknownIds(
  database: Database,
  records: Linkable,
  ids: readonly number[],
  caller: Caller,
): Promise<number[]> {
  const rows = await live(database.select(records.entity, 'record'), records)
    .andWhere('record.id IN (:...ids)', { ids })
    .getRawMany<LinkableRow>();
  const known = new Set(rows.filter((row) => isReadable(row, records, caller)).map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/**
 * Returns the ids that an event cannot be linked to: the record is missing, unreadable or in the trash. The
 * other records are locked, so that none of them can be deleted before the event is linked to it.
 */
export async function unlinkableIds(
  transaction: Transaction,
  records: Linkable,
  ids: readonly number[],
  caller: Caller,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const [known] = await linkableAmong(transaction, [{ records, ids }], caller);
  return [...new Set(ids)].filter((id) => !known.has(id));
}

/**
 * Returns the ids that an event can be linked to, of records of several kinds. These records are locked: see
 * `unlinkableIds`.
 *
 * @param sent at least one id of each kind
 * @returns a set for each kind
 */
export async function linkableAmong(
  transaction: Transaction,
  sent: readonly { records: Linkable; ids: readonly number[] }[],
  caller: Caller,
): Promise<Set<number>[]> {
  const known = sent.map(() => new Set<number>());
  if (sent.length === 0) return known;
  const rows = await transaction.union<Owned & { kind: number; id: number }>(
    sent.map(({ records, ids }, kind) => {
      const owner = records.hasStatus ? 'author, status' : "0 AS author, 'publish' AS status";
      return `SELECT ${kind} AS kind, id, ${owner} FROM ${tableOf(transaction, records)}
        WHERE id IN (${ids.map(() => '?').join(', ')})`;
    }),
    sent.flatMap(({ ids }) => ids),
    'share',
  );
  for (const { kind, id, ...owned } of rows)
    if (owned.status !== 'trash' && canRead(owned, caller)) known[kind].add(id);
  return known;
}

function tableOf({ manager }: Transaction, { entity }: Linkable): string {
  const { connection } = manager;
  return connection.driver.escape(connection.getMetadata(entity).tableName);
}

/**
 * Returns a fault for each id that an event cannot be linked to, at its position in the body.
 *
 * @param field the key of the event
 * @param noun the name of the record, such as `venue`
 */
export const notFound = (
  field: string,
  noun: string,
  sent: readonly unknown[],
  unknown: readonly number[],
): Fault[] =>
  unknown.map((id) =>
    fault([field, ...placeOf(sent, sent.indexOf(id))], 'not-found', `no such ${noun}: ${id}`),
  );

/** Returns the links after a write. A client that sends back the links it can see keeps the hidden ones. */
export async function withHiddenLinks(
  transaction: Transaction,
  records: Linkable,
  ids: readonly number[],
  stored: readonly number[],
  caller: Caller,
): Promise<number[]> {
  if (!records.hasStatus || stored.length <= ids.length) return [...ids];
  const hidden = new Set(await unlinkableIds(transaction, records, stored, caller));
  const shown = stored.filter((id) => !hidden.has(id));
  return isDeepStrictEqual(shown, ids) ? [...stored] : [...ids];
}

/** Selects records outside the trash, under the alias `record`. */
export const linkable = (
  { manager }: Transaction,
  records: Linkable,
): SelectQueryBuilder<ObjectLiteral> =>
  live(manager.createQueryBuilder(records.entity, 'record'), records);

function live(
  query: SelectQueryBuilder<ObjectLiteral>,
  { hasStatus }: Linkable,
): SelectQueryBuilder<ObjectLiteral> {
  if (!hasStatus) return selectColumns(query, ['id']);
  return selectColumns(query, ['id', 'status', 'author']).where("record.status <> 'trash'");
}
