import type { IdempotencyKey } from './idempotency-key.entity';

/** The right of a running request to create the record of its key. */
export interface Reservation {
  /** The hash under which the key is stored. */
  readonly hash: string;
  /** The id of the attempt; an attempt that takes over the key gets another one. */
  readonly owner: string;
  /** The id of the key's record, created by an earlier request or by this one. */
  recordId?: number;
}

const HOUR = 3600 * 1000;
/** The time after which a key expires. */
const KEPT_MILLISECONDS = 24 * HOUR;

/** The state of a key for a request. */
export type KeyStatus =
  | { state: 'free' }
  | { state: 'reused' }
  | { state: 'created'; owner: string; recordId: number }
  | { state: 'running'; leaseEnd: Date };

/**
 * Returns the state of a key for a request.
 *
 * @param known the stored key
 * @param fingerprint of the current request
 */
export function keyStatusOf(
  known: IdempotencyKey | null,
  fingerprint: string,
  now: Date,
): KeyStatus {
  if (known === null || known.created_utc <= expiredBefore(now)) return { state: 'free' };
  const { owner, record_id: recordId, lease_end_utc: leaseEnd } = known;
  if (known.fingerprint !== fingerprint) return { state: 'reused' };
  if (recordId !== null) return { state: 'created', owner, recordId };
  return leaseEnd > now ? { state: 'running', leaseEnd } : { state: 'free' };
}

/** Keys that were first sent at this time or earlier have expired. */
export const expiredBefore = (now: Date): Date => new Date(now.getTime() - KEPT_MILLISECONDS);
