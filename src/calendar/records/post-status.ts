import { type Caller, may } from '../../platform/access';

/** The statuses of events, venues and organizers (docs/interface.md#statuses). */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type PostStatus = (typeof STATUSES)[number];

/**
 * Those that a write may ask for (docs/interface.md#statuses); a record gets into the trash by
 * DELETE.
 */
export const WRITABLE_STATUSES = STATUSES.filter((status) => status !== 'trash');

/** A record as far as its publication is concerned. */
export interface Publication {
  status: string;
  date_utc: Date;
}

/**
 * The status that a write leads to: a publication date ahead makes `publish` wait as `future`, and
 * a contributor's record waits for review. What is published stays so until its date is changed,
 * whatever a clock shows.
 */
export function statusOf(
  wanted: string | undefined,
  stored: Publication | undefined,
  date: Date,
  now: Date,
  caller: Caller,
): string {
  if (!may.publish(caller)) {
    if (wanted === 'publish' || wanted === 'future') return 'pending';
    return wanted ?? stored?.status ?? 'draft';
  }
  const status = wanted ?? stored?.status ?? 'publish';
  if (status !== 'publish' && status !== 'future') return status;
  const isPublished = stored?.status === 'publish' && stored.date_utc.getTime() === date.getTime();
  return isPublished || date <= now ? 'publish' : 'future';
}
