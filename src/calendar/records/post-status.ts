import { type Caller, may } from '../../platform/access';

/** The statuses of events, venues and organizers (contract §6.11). */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type PostStatus = (typeof STATUSES)[number];

/** Those that a write may ask for (contract §8); a record gets into the trash by DELETE. */
export const WRITABLE_STATUSES = STATUSES.filter((status) => status !== 'trash');

/**
 * The status that a write leads to: a publication date ahead makes `publish` wait as `future`, and
 * a contributor's record waits for review.
 */
export function statusOf(
  wanted: string | undefined,
  stored: string | undefined,
  date: Date,
  now: Date,
  caller: Caller,
): string {
  if (!may.publish(caller)) {
    if (wanted === 'publish' || wanted === 'future') return 'pending';
    return wanted ?? stored ?? 'draft';
  }
  const status = wanted ?? stored ?? 'publish';
  if (status === 'publish' || status === 'future') return date > now ? 'future' : 'publish';
  return status;
}
