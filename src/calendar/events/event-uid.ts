import type { Event } from './event.entity';

/** Maximum characters of a `uid`. */
export const UID_MAX = 255;
/** Visible ASCII characters, which need no special escape in feeds, addresses and headers. */
export const UID_PATTERN = '^[!-~]+$';

/** A record with a uid: an event, or a series whose ids have a prefix of their own in uids. */
export type UidPrefix = '' | 's';

/**
 * Returns the globally unique and permanent id of an event or a series (RFC 7986 §5.3): the one sent with its
 * creation, or else its id with the calendar's UUID.
 *
 * @param calendar the UUID of the calendar
 * @param prefix `s` for a series
 */
export const uidOf = (
  { id, uid }: Pick<Event, 'id' | 'uid'>,
  calendar: string,
  prefix: UidPrefix = '',
): string => uid ?? `${prefix}${id}-${calendar}`;

/** Returns the prefix of a uid that this calendar derives from ids; undefined for any other uid. */
export function madePrefix(uid: string, calendar: string): UidPrefix | undefined {
  if (!uid.endsWith(`-${calendar}`)) return undefined;
  const [, prefix] = /^(s?)\d+$/.exec(uid.slice(0, -calendar.length - 1)) ?? [];
  return prefix as UidPrefix | undefined;
}
