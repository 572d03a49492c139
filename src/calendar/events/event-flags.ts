import type { EventListQuery } from './dto/event-list-query';
import { EVENT_STATUSES, toEventStatus } from './event-status';
import type { Event } from './event.entity';

/** The columns of an event that its flag counter depends on. */
export type FlaggedEvent = Required<
  Pick<Event, 'featured' | 'ticketed' | 'is_virtual' | 'event_status' | 'password_hash'>
>;

/** The list parameters that filter by these columns. */
export const FLAG_PARAMETERS = ['featured', 'ticketed', 'is_virtual', 'event_status'] as const;

type FlagFilter = Pick<EventListQuery, (typeof FLAG_PARAMETERS)[number]>;

/**
 * The bits of a number of `flagsOf`. Counters are stored under these numbers, so that they must not change.
 * The statuses occupy the range between these bits.
 */
const BITS = { featured: 1, ticketed: 2, is_virtual: 4, isProtected: 8, hasNoVenue: 1024 };
const STATUS_STEP = 16;

/** The difference between the numbers of an event without and with venues. */
export const WITHOUT_VENUE = BITS.hasNoVenue;

/** Encodes the flags and the status of an event as one number. */
export function flagsOf(event: FlaggedEvent, hasVenue: boolean): number {
  const { featured, ticketed, is_virtual, event_status, password_hash } = event;
  return (
    (featured ? BITS.featured : 0) +
    (ticketed ? BITS.ticketed : 0) +
    (is_virtual ? BITS.is_virtual : 0) +
    (password_hash === null ? 0 : BITS.isProtected) +
    (hasVenue ? 0 : BITS.hasNoVenue) +
    STATUS_STEP * EVENT_STATUSES.indexOf(event_status)
  );
}

/** Returns `flagsOf` in SQL, for a row of the events under an alias. */
export function flagsIn(alias: string): string {
  const column = (name: keyof FlaggedEvent): string => `${alias}.${name}`;
  const places = EVENT_STATUSES.map((status, place) => `WHEN '${status}' THEN ${place}`);
  const venue = `SELECT 1 FROM event_venues venues WHERE venues.event_id = ${alias}.id LIMIT 1`;
  return `(${BITS.featured} * ${column('featured')} + ${BITS.ticketed} * ${column('ticketed')}
    + ${BITS.is_virtual} * ${column('is_virtual')}
    + ${BITS.isProtected} * (${column('password_hash')} IS NOT NULL)
    + ${BITS.hasNoVenue} * ((${venue}) IS NULL)
    + ${STATUS_STEP} * CASE ${column('event_status')} ${places.join(' ')} END)`;
}

/**
 * Returns the numbers of the events that match a filter.
 *
 * @param hasVenue true to select only events with a venue
 */
export function wantedFlags(
  filter: FlagFilter,
  hidesProtected: boolean,
  hasVenue = false,
): number[] {
  const { event_status } = filter;
  const statuses = event_status?.map(toEventStatus) ?? EVENT_STATUSES;
  const has = (flags: number, name: keyof typeof BITS): boolean => (flags & BITS[name]) !== 0;
  const numbers = Array.from({ length: STATUS_STEP * EVENT_STATUSES.length }, (_, flags) => flags);
  const wanted = numbers.filter(
    (flags) =>
      statuses.includes(EVENT_STATUSES[Math.floor(flags / STATUS_STEP)]) &&
      (['featured', 'ticketed', 'is_virtual'] as const).every(
        (name) => filter[name] === undefined || filter[name] === has(flags, name),
      ) &&
      !(hidesProtected && has(flags, 'isProtected')),
  );
  return hasVenue ? wanted : [...wanted, ...wanted.map((flags) => flags + BITS.hasNoVenue)];
}
