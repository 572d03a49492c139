import { may, type Owned, unauthorized } from '../../platform/auth';
import type { Caller } from '../../platform/http/context';
import { Brackets, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { Problem } from '../../platform/errors';
import { type RecordKey, recordNotFound } from '../../platform/http/routing';

/** See docs/reference/interface.md#statuses. */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type PostStatus = (typeof STATUSES)[number];

/** Only DELETE moves a record to the trash. */
export const WRITABLE_STATUSES = STATUSES.filter((status) => status !== 'trash');

interface Publication {
  status: string;
  date_utc: Date;
}

/**
 * `publish` with a date in the future becomes `future`, and a contributor's record becomes pending. A
 * published record stays published until its date is changed, even if a clock is behind.
 */
export function statusOf(
  wanted: string | undefined,
  stored: Publication | undefined,
  date: Date,
  now: Date,
  caller: Caller,
): string {
  const mayPublish = may.publish(caller);
  const status = wanted ?? stored?.status ?? (mayPublish ? 'publish' : 'draft');
  if (status !== 'publish' && status !== 'future') return status;
  if (!mayPublish) return 'pending';
  const isPublished = stored?.status === 'publish' && stored.date_utc.getTime() === date.getTime();
  return isPublished || date <= now ? 'publish' : 'future';
}

/** The name in error codes. */
type RecordName = 'event' | 'series' | 'venue' | 'organizer';

/** See docs/reference/interface.md#rights. */
export function canRead(record: Owned, caller: Caller): boolean {
  if (record.status === 'publish') return true;
  if (record.status === 'trash') return may.edit(caller, record);
  const extent = may.readUnpublished(caller);
  return extent === 'all' || (extent === 'own' && may.own(caller, record));
}

/** Returns whether a caller needs no password: there is none, or an authenticated caller may edit the event. */
export function isOpenTo(event: Owned & { password_hash: string | null }, caller: Caller): boolean {
  return event.password_hash === null || (caller.credential && may.edit(caller, event));
}

/** @throws Problem 404 (docs/reference/interface.md#order-of-checks) */
export function assertFound<T>(
  kind: RecordName,
  recordKey: RecordKey,
  record: T | undefined | null,
): asserts record is T {
  if (!record) throw recordNotFound(kind, recordKey);
}

/**
 * @throws Problem 404 for no record, 410 in the trash, 403 unpublished
 *   (docs/reference/interface.md#order-of-checks)
 */
export function assertReadable<T extends Owned>(
  kind: RecordName,
  recordKey: RecordKey,
  record: T | undefined | null,
  caller: Caller,
): asserts record is T {
  assertFound(kind, recordKey, record);
  if (canRead(record, caller)) return;
  throw new Problem(record.status === 'trash' ? `${kind}-trashed` : `${kind}-not-accessible`);
}

/** @throws Problem 403 for a caller who may only move records to the trash */
export function assertMayForce(caller: Caller): void {
  if (!may.force(caller))
    throw new Problem('rest-forbidden', { message: 'You may not delete a record for good.' });
}

/** @throws Problem 401 without a credential, 403 without the right */
export function assertMayList(wanted: readonly PostStatus[], caller: Caller): void {
  const published = wanted.every((status) => status === 'publish');
  if (published || may.readUnpublished(caller) !== 'none') return;
  throw caller.credential ? new Problem('rest-forbidden') : unauthorized();
}

/** Like `canRead`, as SQL, without the trash. */
export function readableBy(
  alias: string,
  caller: Caller,
): { condition: string; parameters: Record<string, number> } {
  const extent = may.readUnpublished(caller);
  const isLive = `${alias}.status <> 'trash'`;
  if (extent === 'all') return { condition: isLive, parameters: {} };
  const isPublished = `${alias}.status = 'publish'`;
  // Author 0 is unknown, and owns nothing.
  if (extent === 'none' || caller.author === 0) return { condition: isPublished, parameters: {} };
  return {
    condition: `(${isPublished} OR (${isLive} AND ${alias}.author = :reader))`,
    parameters: { reader: caller.author },
  };
}

/**
 * Filters by the requested statuses (docs/reference/interface.md#status-filter). Some callers see only their
 * own unpublished records.
 *
 * @throws Problem 401 without a credential, 403 without the right
 */
export function filterByStatus<T extends ObjectLiteral>(
  records: SelectQueryBuilder<T>,
  wanted: readonly PostStatus[],
  caller: Caller,
): void {
  const { alias } = records;
  assertMayList(wanted, caller);
  const hidden = wanted.filter((status) => status !== 'publish');
  if (hidden.length === 0 || may.readUnpublished(caller) === 'all') {
    records.andWhere(`${alias}.status IN (:...statuses)`, { statuses: wanted });
    return;
  }
  records.andWhere(
    new Brackets((either) => {
      // Author 0 is unknown, and owns nothing.
      either.where(
        `${alias}.status IN (:...hidden) AND ${alias}.author = :author AND :author > 0`,
        {
          hidden,
          author: caller.author,
        },
      );
      if (wanted.includes('publish')) either.orWhere(`${alias}.status = 'publish'`);
    }),
  );
}
