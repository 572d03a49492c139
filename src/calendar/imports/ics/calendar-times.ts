import type { CalendarComponent } from './calendar-reader';
import { type CalendarProperty, parameterOf, property, PropertyError } from './properties';
import type { CalendarZones } from './calendar-zones';

export const DAY = 86_400_000;

/** A date or a time of a calendar. */
export interface CalendarTime {
  /** True for a whole day. */
  isDay: boolean;
  /** The local time as if it were UTC; milliseconds since 1970. */
  wall: number;
  /** The name of its zone; undefined for the zone of this calendar. */
  zone?: string;
}

/** A date or a time as ical.js gives it: a date without VALUE=DATE ends with `T::`. */
const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(Z?)|T::)?$/;

/** @throws PropertyError */
export function readTime(
  property: CalendarProperty,
  name: string,
  zones: CalendarZones,
  value: unknown = property.values.at(0),
): CalendarTime {
  const [text, year, month, day, hours = '00', minutes = '00', seconds = '00', utc] =
    TIME.exec(String(value)) ?? [];
  const clock = `${year}-${month}-${day}T${hours}:${minutes}:${seconds === '60' ? '59' : seconds}`;
  const wall = Date.parse(`${clock}Z`);
  if (text === undefined || Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(clock))
    throw new PropertyError(`${name}: is not a date or time of iCalendar`);
  if (utc === undefined) return { isDay: true, wall };
  if (utc === 'Z') return { isDay: false, wall, zone: 'UTC' };
  const tzid = parameterOf(property, 'tzid');
  if (tzid === undefined || tzid === '') return { isDay: false, wall };
  const zone = zones.nameAt(tzid, wall);
  if (zone !== undefined) return { isDay: false, wall, zone };
  throw new PropertyError(
    `${name}: the time zone "${tzid}" is unknown, and the file has no VTIMEZONE with its rules`,
  );
}

/** A span of time (RFC 5545 §3.3.6): days of the calendar, then exact time. */
export interface CalendarDuration {
  days: number;
  milliseconds: number;
}

const DURATION =
  /^\+?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/;

/** @throws PropertyError */
function readDuration(value: unknown, name: string): CalendarDuration {
  const match = DURATION.exec(String(value));
  if (!match) throw new PropertyError(`${name}: is not a duration of iCalendar`);
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part = '0') => Number(part));
  return {
    days: 7 * weeks + days,
    milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000,
  };
}

export const instantOf = ({ wall, zone }: CalendarTime, zones: CalendarZones): number =>
  zones.of(zone).instantOf(wall);

/** Returns the same instant in another zone. */
export function inZone(
  time: CalendarTime,
  zone: string | undefined,
  zones: CalendarZones,
): CalendarTime {
  if (time.isDay || time.zone === zone) return time;
  const instant = instantOf(time, zones);
  return { isDay: false, wall: instant + zones.of(zone).offsetAt(instant), zone };
}

/** Formats a local time: `2027-05-01 10:00:00`, or `2027-05-01` for a whole day. */
export function wallText({ wall, isDay }: CalendarTime): string {
  const iso = new Date(wall).toISOString();
  return isDay ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** The start and the end of an event; the end of whole days is the day after the last one. */
export interface EventTimes {
  start: CalendarTime;
  end: CalendarTime;
}

/** The dates of an event in a request. */
interface DateFields {
  all_day: boolean;
  start_date: string;
  end_date: string;
  timezone: string | null;
}

/** @throws PropertyError */
export function readTimes(component: CalendarComponent, zones: CalendarZones): EventTimes {
  if (component.isCut) throw new PropertyError('VEVENT: is larger than a million characters');
  const dtstart = property(component, 'DTSTART');
  if (!dtstart) throw new PropertyError('DTSTART: is required');
  const start = readTime(dtstart, 'DTSTART', zones);
  const dtend = property(component, 'DTEND');
  if (dtend) return timesBetween(start, readTime(dtend, 'DTEND', zones), zones);
  const duration = property(component, 'DURATION');
  if (duration) return timesFor(start, duration.values.at(0), 'DURATION', zones);
  return { start, end: start.isDay ? { ...start, wall: start.wall + DAY } : start };
}

/** Returns the times with the end in the zone of the start. */
export function timesBetween(
  start: CalendarTime,
  end: CalendarTime,
  zones: CalendarZones,
): EventTimes {
  if (!start.isDay) return { start, end: inZone(end, start.zone, zones) };
  // One day at least: many programs write the first day as the end.
  return { start, end: { isDay: true, wall: Math.max(dayOf(end.wall), start.wall + DAY) } };
}

/**
 * Returns the times of a duration.
 *
 * @param name of the property, for error messages
 * @throws PropertyError
 */
export function timesFor(
  start: CalendarTime,
  duration: unknown,
  name: string,
  zones: CalendarZones,
): EventTimes {
  const { days, milliseconds } = readDuration(duration, name);
  const wall = start.wall + days * DAY;
  if (start.isDay) return { start, end: { isDay: true, wall: Math.max(wall, start.wall + DAY) } };
  const instant = instantOf({ ...start, wall }, zones) + milliseconds;
  return { start, end: inZone({ isDay: false, wall: instant, zone: 'UTC' }, start.zone, zones) };
}

const dayOf = (wall: number): number => Math.floor(wall / DAY) * DAY;

/**
 * Returns the dates of an event as the API takes them.
 *
 * @throws PropertyError
 */
export function timeFields({ start, end }: EventTimes): DateFields {
  if (!inYears(start.wall) || !inYears(end.wall))
    throw new PropertyError('DTSTART: must be a date of the years 1 to 9999');
  return {
    all_day: start.isDay,
    start_date: wallText(start),
    end_date: wallText(start.isDay ? { ...end, wall: end.wall - DAY } : end),
    timezone: start.zone ?? null,
  };
}

const FIRST = Date.parse('0001-01-02T00:00:00Z');
const LAST = Date.parse('9999-12-31T00:00:00Z');

const inYears = (wall: number): boolean => wall >= FIRST && wall <= LAST;
