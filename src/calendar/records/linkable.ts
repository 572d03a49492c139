import { isDeepStrictEqual } from 'node:util';
import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Caller, Owned } from '../../platform/access';
import type { Database, Transaction } from '../../platform/database';
import { type Fault, fault } from '../../platform/errors';
import { placeOf } from '../../platform/input';
import { canRead } from './record-access';
import { selectColumns } from './rows';

/** Records that can be linked to events. */
export interface Linkable {
  entity: EntityTarget<ObjectLiteral>;
  /** Whether they have a status and an author, by which `canRead` decides; everybody sees others. */
  hasStatus: boolean;
}

/** What is read of a record to decide whether it can be linked; with `hasStatus` all of it. */
type LinkableRow = Partial<Owned> & { id: number };

const isReadable = (row: LinkableRow, { hasStatus }: Linkable, caller: Caller): boolean =>
  !hasStatus || canRead(row as Owned, caller);

/** Which of these ids a caller cannot name in a filter: no such record, or it is in the trash. */
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
 * Which of these ids an event cannot be linked to: no such record, or it is in the trash. The others
 * are locked, so that none of them can be deleted before the event is linked to it.
 */
export async function unlinkableIds(
  transaction: Transaction,
  records: Linkable,
  ids: readonly number[],
  caller: Caller,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const query = linkable(transaction, records).andWhere('record.id IN (:...ids)', { ids });
  const rows = await transaction.lockShared<LinkableRow>(query);
  const known = new Set(rows.filter((row) => isReadable(row, records, caller)).map(({ id }) => id));
  return [...new Set(ids)].filter((id) => !known.has(id));
}

/**
 * The ids that an event cannot be linked to, each where it was sent.
 *
 * @param field the key of the event
 * @param noun what the record is called, such as `venue`
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

/**
 * The links after a write: who sends what they are shown of the stored links changes none of those
 * that they are not shown.
 */
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

/** Records that are not in the trash, as `record`. */
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
