import {
  DAY_MILLISECONDS,
  type WallClock,
  type Zone,
  type ZoneRules,
} from '../../../platform/dates';
import type { EventRecord } from '../../events/event-record';
import { line } from './calendar-lines';

export type Dated = Pick<
  EventRecord,
  'all_day' | 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'timezone'
>;

export type ZoneYears = Map<string, { zone: Zone; first: number; last: number }>;

export const millisecondsOf = (wall: string): number =>
  Date.parse(wall.length > 10 ? `${wall.slice(0, 10)}T${wall.slice(11)}Z` : wall);

/**
 * Returns the zone of an event's local times; undefined for an event of whole days, and for one written in UTC.
 *
 * Programs disagree about local times that occur twice or never, and about offsets with seconds: an event with such
 * an end is written in UTC, as is an event of a zone with a fixed offset.
 */
export function zoneOf(event: Dated, rules: ZoneRules): Zone | undefined {
  const { timezone } = event;
  if (event.all_day || timezone === 'UTC' || /^UTC[+-]/.test(timezone)) return undefined;
  const zone = rules.find(timezone);
  const isClear =
    zone &&
    isUnmistakable(event.start_date, event.utc_start_date, zone) &&
    isUnmistakable(event.end_date, event.utc_end_date, zone);
  return isClear ? zone : undefined;
}

/** Returns whether a local time is exactly one instant: the given one. */
function isUnmistakable(wall: string, utc: string, zone: Zone): boolean {
  const [shown, instant] = [millisecondsOf(wall), millisecondsOf(utc)];
  if (zone.instantOf(shown) !== instant || (shown - instant) % 60_000 !== 0) return false;
  if (zone.offsetAt(instant) !== shown - instant) return false;
  // The same local time may occur again after a change.
  return zone
    .changes(instant + 1, instant + DAY_MILLISECONDS)
    .every(({ at, offset }) => shown - offset < at);
}

export function noteZone(
  event: Pick<Dated, 'start_date' | 'end_date'>,
  zone: Zone | undefined,
  years: ZoneYears,
): void {
  if (!zone) return;
  const first = Number(event.start_date.slice(0, 4));
  const last = Number(event.end_date.slice(0, 4));
  const known = years.get(zone.name);
  if (known) {
    known.first = Math.min(known.first, first);
    known.last = Math.max(known.last, last);
  } else years.set(zone.name, { zone, first, last });
}

/** `2027-05-01 …` → `20270501` (RFC 5545 §3.3.4). */
export const day = (wall: WallClock): string =>
  wall.slice(0, 4) + wall.slice(5, 7) + wall.slice(8, 10);

/** `2027-05-01 10:00:00` → `20270501T100000` (RFC 5545 §3.3.5). */
export const clock = (wall: WallClock): string =>
  `${day(wall)}T${wall.slice(11, 13)}${wall.slice(14, 16)}${wall.slice(17, 19)}`;

/** Formats a UTC time: `20270501T100000Z`. */
export const instant = (utc: WallClock): string => `${clock(utc)}Z`;

/**
 * Returns DTSTART and DTEND as lines with their ends; only DTSTART for an event that ends at its start (RFC 5545
 * §3.8.2.2).
 *
 * @param zone of its local time; see `zoneOf`
 */
export function eventDates(event: Dated, zone: Zone | undefined): string {
  if (event.all_day) return wholeDays(event);
  const moment = (name: string, wall: WallClock, utc: WallClock): string =>
    zone ? line(`${name};TZID=${zone.name}`, clock(wall)) : line(name, instant(utc));
  const start = moment('DTSTART', event.start_date, event.utc_start_date);
  return event.utc_start_date === event.utc_end_date
    ? start
    : start + moment('DTEND', event.end_date, event.utc_end_date);
}

function wholeDays({ start_date, end_date }: Dated): string {
  const [first, last] = [start_date, end_date].map((date) => millisecondsOf(date.slice(0, 10)));
  const start = line('DTSTART;VALUE=DATE', day(start_date));
  const end = new Date(last + DAY_MILLISECONDS).toISOString();
  // The day after 9999-12-31 cannot be written.
  return end.startsWith('+')
    ? start + line('DURATION', `P${(last - first) / DAY_MILLISECONDS + 1}D`)
    : start + line('DTEND;VALUE=DATE', day(end));
}
