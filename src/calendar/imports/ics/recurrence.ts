import type { CalendarComponent } from './calendar-reader';
import {
  type CalendarTime,
  type EventTimes,
  inZone,
  readTime,
  readTimes,
  timesBetween,
  timesFor,
} from './calendar-times';
import type { CalendarZones } from './calendar-zones';
import { type CalendarProperty, parameterOf, properties, property } from './properties';

/** The VEVENTs of one UID. */
export interface Recurrence {
  /** The latest one without RECURRENCE-ID. */
  master?: CalendarComponent;
  /** Those with RECURRENCE-ID, in the order of SEQUENCE: the later one of two for a date counts. */
  overrides: CalendarComponent[];
}

export function recurrenceOf(components: readonly CalendarComponent[]): Recurrence {
  // Equal ones stay in the order of the file.
  const sorted = components.toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
  return {
    master: sorted.findLast(({ lines }) => !lines.has('RECURRENCE-ID')),
    overrides: sorted.filter(({ lines }) => lines.has('RECURRENCE-ID')),
  };
}

/** Returns the values of the rules of a recurring event. */
export const rulesOf = ({ lines }: CalendarComponent, name: 'RRULE' | 'EXRULE'): string[] =>
  (lines.get(name) ?? []).map(({ text }) => text.slice(text.indexOf(':') + 1).trim());

/** A VEVENT that replaces an occurrence, or all from it on. */
export interface Override {
  component: CalendarComponent;
  times: EventTimes;
  /** RECURRENCE-ID: the start of the occurrence that it replaces. */
  id: CalendarTime;
  isForFollowing: boolean;
}

/** @throws PropertyError */
export function readOverride(component: CalendarComponent, zones: CalendarZones): Override {
  const id = property(component, 'RECURRENCE-ID')!;
  return {
    component,
    times: readTimes(component, zones),
    id: readTime(id, 'RECURRENCE-ID', zones),
    isForFollowing: parameterOf(id, 'range')?.toUpperCase() === 'THISANDFUTURE',
  };
}

/** A further date of a recurring event. */
export interface FurtherDate {
  start: CalendarTime;
  /** Its own times, if it is a period. */
  times?: EventTimes;
}

/**
 * Reads RDATE.
 *
 * @throws PropertyError
 */
export const furtherDates = (master: CalendarComponent, zones: CalendarZones): FurtherDate[] =>
  properties(master, 'RDATE').flatMap((rdate) =>
    rdate.values.map((value) =>
      rdate.type === 'period'
        ? periodOf(rdate, value, zones)
        : { start: readTime(rdate, 'RDATE', zones, value) },
    ),
  );

function periodOf(rdate: CalendarProperty, value: unknown, zones: CalendarZones): FurtherDate {
  const [begin, end] = [value].flat();
  const start = readTime(rdate, 'RDATE', zones, begin);
  const times = /^[+-]?P/.test(String(end))
    ? timesFor(start, end, 'RDATE', zones)
    : timesBetween(start, readTime(rdate, 'RDATE', zones, end), zones);
  return { start, times };
}

export interface ExcludedDate {
  /** The local time in the zone of the recurring event. */
  wall: number;
  /** Whether it excludes every occurrence of the day. */
  isDay: boolean;
}

/**
 * Reads EXDATE.
 *
 * @throws PropertyError
 */
export const excludedDates = (
  master: CalendarComponent,
  zone: string | undefined,
  zones: CalendarZones,
): ExcludedDate[] =>
  properties(master, 'EXDATE').flatMap((exdate) =>
    exdate.values.map((value) => {
      const time = readTime(exdate, 'EXDATE', zones, value);
      return { wall: inZone(time, zone, zones).wall, isDay: time.isDay };
    }),
  );

/** Returns the number of an event's revision; 0 without one. */
export function sequenceOf({ lines }: CalendarComponent): number {
  const [line] = lines.get('SEQUENCE') ?? [];
  const number = Number(line?.text.slice(line.text.indexOf(':') + 1) ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}
