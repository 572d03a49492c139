import type { Zone } from '../../../platform/dates';
import type { CalendarComponent } from './calendar-reader';
import { excerpt, PropertyError, writtenProperties, type WrittenProperty } from './properties';
import type { CalendarZones } from './calendar-zones';

export const DAY = 86_400_000;

export interface CalendarTime {
  isDay: boolean;
  /** The local time as if it were UTC; milliseconds since 1970. */
  wall: number;
  zone: Zone;
  /** Whether it was written in UTC, without a zone of its own. */
  isInstant?: boolean;
}

const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(?:[.,]\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * @param floating the zone of a time without one
 * @throws PropertyError
 */
export function readTime(
  { name, parameters, values }: WrittenProperty,
  zones: CalendarZones,
  floating: Zone,
  value = values.at(0) ?? '',
): CalendarTime {
  const [text, year, month, day, hours, minutes = '00', seconds = '00', offset] =
    TIME.exec(value) ?? [];
  const clock = `${year}-${month}-${day}T${hours ?? '00'}:${minutes}:${seconds === '60' ? '59' : seconds}`;
  const wall = Date.parse(`${clock}Z`);
  if (text === undefined || Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(clock))
    throw new PropertyError(`${name}: "${excerpt(value)}" is not a date or time of iCalendar`);
  if (hours === undefined) return { isDay: true, wall, zone: floating };
  if (offset !== undefined) {
    const zone = zones.find(offset);
    if (zone) return { isDay: false, wall, zone, isInstant: true };
    throw new PropertyError(`${name}: "${offset}" is not an offset from UTC`);
  }
  const tzid = parameters.get('tzid') ?? '';
  const zone = tzid === '' ? floating : zones.find(tzid);
  if (zone) return { isDay: false, wall, zone };
  throw new PropertyError(
    `${name}: the time zone "${excerpt(tzid)}" is unknown, and the file has no VTIMEZONE for it that can be read`,
  );
}

/** Days of the calendar, then exact time (RFC 5545 §3.3.6). */
interface CalendarDuration {
  days: number;
  milliseconds: number;
}

const DURATION =
  /^\+?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/;

function readDuration(value: string, name: string): CalendarDuration {
  const match = DURATION.exec(value);
  if (!match) throw new PropertyError(`${name}: is not a duration of iCalendar`);
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part = '0') => Number(part));
  return {
    days: 7 * weeks + days,
    milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000,
  };
}

export const instantOf = ({ wall, zone }: CalendarTime): number => zone.instantOf(wall);

function inZone(time: CalendarTime, zone: Zone): CalendarTime {
  if (time.isDay || time.zone === zone) return time;
  const instant = instantOf(time);
  return { isDay: false, wall: instant + zone.offsetAt(instant), zone };
}

/** Returns the date of an occurrence; for whole days, the day as written, in any zone. */
export const occurrenceDate = (time: CalendarTime, { isDay, zone }: CalendarTime): CalendarTime =>
  isDay ? { isDay, wall: dayOf(time.wall), zone } : inZone(time, zone);

export function wallText({ wall, isDay }: Pick<CalendarTime, 'wall' | 'isDay'>): string {
  const iso = new Date(wall).toISOString();
  return isDay ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** The end of whole days is the day after the last one. */
export interface EventTimes {
  start: CalendarTime;
  end: CalendarTime;
}

interface DateFields {
  all_day: boolean;
  start_date: string;
  end_date: string;
  timezone: string;
}

/**
 * Reads the dates of an event. Its end has the zone of its start, if it has none of its own.
 *
 * @param floating the zone of a start without one
 * @throws PropertyError
 */
export function readTimes(
  component: CalendarComponent,
  zones: CalendarZones,
  floating = zones.floating,
): EventTimes {
  if (component.isCut) throw new PropertyError('VEVENT: is larger than a million characters');
  if (component.isUnclosed) throw new PropertyError('VEVENT: END:VEVENT is missing');
  const [dtstart] = writtenProperties(component, 'DTSTART');
  if (dtstart === undefined) throw new PropertyError('DTSTART: is required');
  const start = readTime(dtstart, zones, floating);
  const [dtend] = writtenProperties(component, 'DTEND');
  if (dtend !== undefined) {
    const end = readTime(dtend, zones, start.zone);
    // An instant has no zone in which a day could end.
    const isInstant = end.isDay && start.isInstant === true;
    return timesBetween(start, isInstant ? { ...end, isDay: false, zone: zones.floating } : end);
  }
  const [duration] = writtenProperties(component, 'DURATION');
  if (duration !== undefined) return timesFor(start, duration.values.at(0) ?? '', 'DURATION');
  return { start, end: start.isDay ? { ...start, wall: start.wall + DAY } : start };
}

/** Puts the end in the zone of the start. */
export function timesBetween(start: CalendarTime, end: CalendarTime): EventTimes {
  // One day at least: many programs write the first day as the end.
  if (start.isDay)
    return { start, end: { ...start, wall: Math.max(dayOf(end.wall), start.wall + DAY) } };
  return { start, end: end.isDay ? { ...start, wall: end.wall } : inZone(end, start.zone) };
}

/**
 * @param name of the property, for error messages
 * @throws PropertyError
 */
export function timesFor(start: CalendarTime, duration: string, name: string): EventTimes {
  const { days, milliseconds } = readDuration(duration, name);
  const { zone } = start;
  const wall = start.wall + days * DAY;
  if (start.isDay) return { start, end: { ...start, wall: Math.max(wall, start.wall + DAY) } };
  const instant = zone.instantOf(wall) + milliseconds;
  return { start, end: { isDay: false, wall: instant + zone.offsetAt(instant), zone } };
}

const dayOf = (wall: number): number => Math.floor(wall / DAY) * DAY;

/**
 * Returns the fields for the API, in the zone of the event.
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
    timezone: start.zone.name,
  };
}

/**
 * Returns the fields of a single event for the API, in the zone in which it is shown.
 *
 * @throws PropertyError
 */
export function shownTimeFields(times: EventTimes, zones: CalendarZones): DateFields {
  const { start, end } = times;
  const zone = zones.shown(start.isInstant ? zones.floating : start.zone, instantOf(start));
  if (start.isDay || zone === start.zone) return timeFields(times);
  const shown = { start: inZone(start, zone), end: inZone(end, zone) };
  const fields = timeFields(shown);
  // A local time that occurs twice is not one instant.
  const isClear =
    instantOf(shown.start) === instantOf(start) && instantOf(shown.end) === instantOf(end);
  return isClear ? fields : { ...fields, ...instantFields(times) };
}

export const instantFields = ({
  start,
  end,
}: EventTimes): Pick<DateFields, 'start_date' | 'end_date'> => ({
  start_date: new Date(instantOf(start)).toISOString(),
  end_date: new Date(instantOf(end)).toISOString(),
});

const FIRST = Date.parse('0001-01-02T00:00:00Z');
const LAST = Date.parse('9999-12-31T00:00:00Z');

const inYears = (wall: number): boolean => wall >= FIRST && wall <= LAST;
