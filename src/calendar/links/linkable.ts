import { isDeepStrictEqual } from 'node:util';
import { type EntityTarget, In, type ObjectLiteral } from 'typeorm';
import type { Owned } from '../../platform/auth';
import type { Caller } from '../../platform/http/context';
import type { Database, Transaction } from '../../platform/database';
import { canRead } from '../publication';

export interface Linkable {
  entity: EntityTarget<ObjectLiteral>;
  /** Whether records have a status and an author. Other records are public. */
  hasStatus: boolean;
}

export const isLinkable = (record: Owned, caller: Caller): boolean =>
  record.status !== 'trash' && canRead(record, caller);

/** Returns the ids that a caller cannot filter by: missing, unreadable or in the trash. */
export async function unknownIds(
  database: Database,
  { entity, hasStatus }: Linkable,
  ids: readonly number[],
  caller: Caller,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = (await database.repository(entity).find({
    select: hasStatus ? { id: true, status: true, author: true } : { id: true },
    where: { id: In([...ids]) },
  })) as ({ id: number } & Owned)[];
  const found = hasStatus ? rows.filter((row) => isLinkable(row, caller)) : rows;
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/**
 * Returns the ids that an event cannot be linked to, and locks the other records: they cannot be deleted
 * before the event is linked to them.
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
 * Returns the ids of several kinds that an event can be linked to, and locks them. Each kind needs at least
 * one id.
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
  for (const { kind, id, ...owned } of rows) if (isLinkable(owned, caller)) known[kind].add(id);
  return known;
}

function tableOf({ manager }: Transaction, { entity }: Linkable): string {
  const { connection } = manager;
  return connection.driver.escape(connection.getMetadata(entity).tableName);
}

/** A client that sends back the links it can see keeps the hidden ones. */
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
