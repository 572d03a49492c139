/** A record with its stored uid, which is null if the uid is derived. */
export interface WithUid {
  id: number;
  uid: string | null;
}

/** What precedes the id in derived uids: nothing for an event, `s` for a series. */
export type UidPrefix = '' | 's';

/** The tables of the records with uids. */
export const UID_TABLES: readonly { table: string; prefix: UidPrefix }[] = [
  { table: 'events', prefix: '' },
  { table: 'series', prefix: 's' },
];

/**
 * Returns the globally unique and permanent id of a record (RFC 7986 §5.3): the one sent with its creation,
 * or else its id with the calendar's UUID.
 *
 * @param calendar the UUID of the calendar
 */
export const uidOf = ({ id, uid }: WithUid, calendar: string, prefix: UidPrefix = ''): string =>
  uid ?? `${prefix}${id}-${calendar}`;

/**
 * Returns the id of the record that a calendar has derived a uid from.
 *
 * @returns 0, which no record has, for digits that are not written as an id; undefined for a uid of another
 *   form or with another prefix
 */
export function derivedFrom(
  uid: string,
  calendar: string,
  prefix: UidPrefix = '',
): number | undefined {
  if (!uid.startsWith(prefix) || !uid.endsWith(`-${calendar}`)) return undefined;
  const digits = uid.slice(prefix.length, -calendar.length - 1);
  if (!/^\d+$/.test(digits)) return undefined;
  const id = Number(digits);
  return String(id) === digits ? id : 0;
}
