import {
  type DateReading,
  isWithinYears,
  lastSecondOfDay,
  rfc3339,
  startOfDay,
  toInstant,
  toWallClock,
  utcText,
  type WallClock,
  type Zone,
} from '../../../platform/dates';
import { type Fault, fault, invalidParams } from '../../../platform/errors';
import { wholeSecond } from '../../posts';
import type { EventListQuery } from '../dto/event-list-query';

/** A bound is undefined if no parameter sets it. */
export interface EventWindow {
  /** start ≥ */
  startsFrom?: Date;
  /** start ≤ */
  startsUntil?: Date;
  /** start ≥, or end > */
  runsFrom?: Date;
  /** end ≤ */
  endsUntil?: Date;
  /** start < */
  startsBefore?: Date;
  /** start > */
  startsAfter?: Date;
  /** end < */
  endsBefore?: Date;
  /** end > */
  endsAfter?: Date;
  /** modified > */
  modifiedAfter?: Date;
  /** start <, for events found by their duration class */
  runningAt?: Date;
}

/** `effective`: the parameters for the links to other pages. */
interface ResolvedWindow {
  window: EventWindow;
  effective: Record<string, string>;
  /** From this instant on, the same parameters mean another range; undefined: never. It can be in the past. */
  until?: Date;
}

const WINDOW = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const;
type DateName = (typeof WINDOW)[number] | 'modified_after';

const DEFAULT_MONTHS = 24;

export interface DefaultWindow {
  /** Before today. */
  daysBefore: number;
  /** True if the range starts at midnight also with `strict_dates`, not at the time of the request. */
  isByDay: boolean;
}

const LIST_WINDOW: DefaultWindow = { daysBefore: 0, isByDay: false };

/**
 * Resolves the dates of the event list to a range (docs/reference/dates.md#date-filters). Without
 * `strict_dates`, `start_date` means the beginning of its day, every other date the end of its day. A
 * relative parameter, `slug` and `recurrence_id` remove the default window; `include` removes everything but
 * `modified_after`.
 *
 * @param defaults null: no default window
 */
export function resolveWindow(
  query: EventListQuery,
  zone: Zone,
  now: Date,
  defaults: DefaultWindow | null = LIST_WINDOW,
): ResolvedWindow {
  const strict = query.strict_dates === true;
  const dates: DateName[] = [...(query.include ? [] : WINDOW), 'modified_after'];
  const readings = readDates(query, dates, zone, now);
  const bounds: Partial<Record<DateName, Date>> = {};
  for (const name of WINDOW) {
    const reading = readings[name];
    if (reading) bounds[name] = strict ? reading.instant : edgeOfDay(name, reading.wallClock, zone);
  }
  let another = dates.some((name) => query[name]?.isRelative) ? now : undefined;
  const isLifted =
    query.include ??
    query.slug ??
    query.recurrence_id ??
    bounds.starts_before ??
    bounds.starts_after ??
    bounds.ends_before ??
    bounds.ends_after;
  if (defaults && isLifted === undefined) {
    const today = toWallClock(now, zone);
    const isNow = strict && !defaults.isByDay;
    if (isNow && !bounds.start_date) another = now;
    else if (!bounds.start_date || !bounds.end_date) another ??= midnightAfter(now, zone);
    bounds.start_date ??= isNow
      ? wholeSecond(now)
      : edgeOfDay('start_date', later(today, { days: -defaults.daysBefore }), zone);
    bounds.end_date ??= edgeOfDay('end_date', later(today, { months: DEFAULT_MONTHS }), zone);
  }
  if (readings.modified_after) bounds.modified_after = readings.modified_after.instant;
  const effective: Record<string, string> = {};
  for (const [name, instant] of Object.entries(bounds)) effective[name] = spelled(instant, zone);
  const { start_date: from, end_date: until } = bounds;
  return {
    window: {
      ...(query.overlap
        ? { runsFrom: from, startsUntil: until }
        : { startsFrom: from, endsUntil: until, startsUntil: until }),
      startsBefore: bounds.starts_before,
      startsAfter: bounds.starts_after,
      endsBefore: bounds.ends_before,
      endsAfter: bounds.ends_after,
      modifiedAfter: bounds.modified_after,
    },
    effective,
    until: another,
  };
}

export const midnightAfter = (now: Date, zone: Zone): Date =>
  new Date(lastSecondOfDay(toWallClock(now, zone), zone).getTime() + 1000);

/**
 * Splits a window of events that end after an instant into those in progress, and those that start later.
 * Events in progress may have started at any time, so another index finds them.
 */
export function splitAtStart(window: EventWindow): EventWindow[] {
  const ends = latest(window.runsFrom, window.endsAfter);
  const starts = latest(window.startsFrom, window.startsAfter);
  if (!ends || (starts && starts >= ends)) return [window];
  return [
    { ...window, runningAt: ends },
    { ...window, startsFrom: ends },
  ];
}

export type Bound = Date | undefined;

export const latest = (one: Bound, other: Bound): Bound =>
  one && other ? (one > other ? one : other) : (one ?? other);

export const earliest = (one: Bound, other: Bound): Bound =>
  one && other ? (one < other ? one : other) : (one ?? other);

function readDates(
  query: EventListQuery,
  names: readonly DateName[],
  zone: Zone,
  now: Date,
): Partial<Record<DateName, DateReading>> {
  const readings: Partial<Record<DateName, DateReading>> = {};
  const wrong: Fault[] = [];
  for (const name of names) {
    const sent = query[name];
    if (sent === undefined) continue;
    const reading = sent.in(zone, now);
    if (reading) readings[name] = reading;
    else wrong.push(fault(name, 'format', 'must be a date of the years 1 to 9999'));
  }
  if (wrong.length > 0) throw invalidParams(...wrong);
  return readings;
}

/** Limited to the years that a record can have. */
export function edgeOfDay(name: DateName, wall: WallClock, zone: Zone): Date {
  const edge =
    name === 'start_date' ? toInstant(startOfDay(wall), zone) : lastSecondOfDay(wall, zone);
  if (isWithinYears(edge)) return edge;
  return new Date(name === 'start_date' ? '0001-01-01T00:00:00Z' : '9999-12-31T23:59:59Z');
}

/** Formats in the local time of the site, or in UTC if that local time occurs twice. */
function spelled(instant: Date, zone: Zone): string {
  const wall = toWallClock(instant, zone);
  const isClear = toInstant(wall, zone).getTime() === instant.getTime();
  return isClear ? wall : rfc3339(utcText(instant));
}

/** At the latest on the last day of its month. */
function later(wall: WallClock, { days = 0, months = 0 }): WallClock {
  const date = new Date(rfc3339(wall));
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  // Of 29 February, or of a 31st, a month may have no such day.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  date.setUTCDate(date.getUTCDate() + days);
  return utcText(date);
}
