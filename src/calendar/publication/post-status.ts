import { may } from '../../platform/auth';
import { type Caller } from '../../platform/http/context';

/** See docs/reference/interface.md#statuses. */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type PostStatus = (typeof STATUSES)[number];

/** Only DELETE moves a record to the trash. */
export const WRITABLE_STATUSES = STATUSES.filter((status) => status !== 'trash');

export interface Publication {
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
