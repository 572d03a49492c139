import { may, type Owned } from '../../platform/access';
import { Problem } from '../../platform/foundation/errors';
import { type Caller } from '../../platform/http/request-context';
import { type Locator, recordNotFound } from '../../platform/http/routing';

/** The name of a record with a status, in error codes. */
export type RecordName = 'event' | 'series' | 'venue' | 'organizer';

/** Returns whether a caller may read a record. Published records are public (docs/reference/interface.md#rights). */
export function canRead(record: Owned, caller: Caller): boolean {
  if (record.status === 'publish') return true;
  if (record.status === 'trash') return may.edit(caller, record);
  const extent = may.readUnpublished(caller);
  return extent === 'all' || (extent === 'own' && may.own(caller, record));
}

/**
 * Returns whether a caller needs no password: the event has none, or the caller has authenticated with the
 * right to edit it.
 */
export function isOpenTo(event: Owned & { password_hash: string | null }, caller: Caller): boolean {
  return event.password_hash === null || (caller.credential && may.edit(caller, event));
}

/** @throws Problem 404 (docs/reference/interface.md#order-of-checks) */
export function assertFound<T>(
  kind: RecordName,
  locator: Locator,
  record: T | undefined | null,
): asserts record is T {
  if (!record) throw recordNotFound(kind, locator);
}

/**
 * @throws Problem 404 for no record, 410 for one in the trash and 403 for an unpublished one
 *   (docs/reference/interface.md#order-of-checks)
 */
export function assertReadable<T extends Owned>(
  kind: RecordName,
  locator: Locator,
  record: T | undefined | null,
  caller: Caller,
): asserts record is T {
  assertFound(kind, locator, record);
  if (canRead(record, caller)) return;
  throw new Problem(record.status === 'trash' ? `${kind}-trashed` : `${kind}-not-accessible`);
}

/** @throws Problem 403 for a caller who may only move a record to the trash (docs/reference/interface.md#rights) */
export function assertMayForce(caller: Caller): void {
  if (!may.force(caller))
    throw new Problem('rest-forbidden', { message: 'You may not delete a record for good.' });
}
