import type { Event } from './event.entity';

/** Maximum characters of a `uid`. */
export const UID_MAX = 255;
/** Visible ASCII characters, which need no special escape in feeds, addresses and headers. */
export const UID_PATTERN = '^[!-~]+$';

/**
 * Returns the globally unique and permanent id of an event (RFC 7986 §5.3): the one sent with its creation,
 * or else its id with the calendar's UUID.
 *
 * @param calendar the UUID of the calendar
 */
export const uidOf = ({ id, uid }: Pick<Event, 'id' | 'uid'>, calendar: string): string =>
  uid ?? `${id}-${calendar}`;

/** Returns whether a uid is one that this calendar derives from ids. */
export const isMade = (uid: string, calendar: string): boolean =>
  uid.endsWith(`-${calendar}`) && /^\d+$/.test(uid.slice(0, -calendar.length - 1));
