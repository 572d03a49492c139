import type { CalendarComponent } from './calendar-reader';
import {
  type CalendarTime,
  DAY,
  inZone,
  instantOf,
  readDuration,
  readTime,
  wallText,
} from './calendar-times';
import type { CalendarZones } from './calendar-zones';
import { property, PropertyError } from './properties';

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
