import type { Event } from './event.entity';

/** Maximum characters of a `uid`. */
export const UID_MAX = 255;
/** Visible ASCII characters: it can stand in every feed, address and header without an escape of its own. */
export const UID_PATTERN = '^[!-~]+$';

/**
 * What names an event everywhere and for ever (RFC 7986 §5.3): what was sent with its creation, else
 * its id and the calendar's UUID.
 *
 * @param calendar the UUID of the calendar
 */
export const uidOf = ({ id, uid }: Pick<Event, 'id' | 'uid'>, calendar: string): string =>
  uid ?? `${id}-${calendar}`;

/** Whether a uid is one that this calendar makes of ids. */
export const isMade = (uid: string, calendar: string): boolean =>
  uid.endsWith(`-${calendar}`) && /^\d+$/.test(uid.slice(0, -calendar.length - 1));
