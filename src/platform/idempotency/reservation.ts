import type { IdempotencyKey } from './idempotency-key.entity';

/** What a request has of its key while it runs: the right to create the record. */
export interface Reservation {
  /** The name that the key is stored under. */
  readonly hash: string;
  /** The attempt; one that has taken the key over has another. */
  readonly owner: string;
  /** The record that was created with the key: by a request before this one, or by now by this one. */
  recordId?: number;
}

const HOUR = 3600 * 1000;
/** For how long a key is remembered. */
const KEPT_MILLISECONDS = 24 * HOUR;

/** What a key is good for when it comes with a request. */
export type Standing =
  | { state: 'free' }
  | { state: 'reused' }
  | { state: 'created'; owner: string; recordId: number }
  | { state: 'running'; leaseEnd: Date };

/**
 * @param known what is stored of the key
 * @param fingerprint of the request that it has come with now
 */
export function standingOf(known: IdempotencyKey | null, fingerprint: string, now: Date): Standing {
  if (known === null || known.created_utc <= forgottenAt(now)) return { state: 'free' };
  const { owner, record_id: recordId, lease_end_utc: leaseEnd } = known;
  if (known.fingerprint !== fingerprint) return { state: 'reused' };
  if (recordId !== null) return { state: 'created', owner, recordId };
  return leaseEnd > now ? { state: 'running', leaseEnd } : { state: 'free' };
}

/** Keys that were first sent then, or before, are not remembered any more. */
export const forgottenAt = (now: Date): Date => new Date(now.getTime() - KEPT_MILLISECONDS);
