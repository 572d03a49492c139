import { Temporal } from 'temporal-polyfill';
import { endOfDay, readDate, startOfDay, toInstant, type WallClock } from '../../platform/dates';
import { invalidParams } from '../../platform/errors';
import type { EventListQuery } from './dto/event-list-query';

/** The instants between which the events of a list lie; each bound is absent when nothing sets it. */
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
}

/** The window, and its parameters as they took effect, in the zone of the site. */
export interface ResolvedWindow {
  window: EventWindow;
  effective: Record<string, WallClock>;
}

const RELATIVE = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;
const DATES = ['start_date', 'end_date', ...RELATIVE] as const;
const DEFAULT_MONTHS = 24;

/**
 * The window rules of the event list (contract §6.1–6).
 *
 * Unless `strict_dates`, whole days count: `start_date` begins its day, every other date ends its
 * own. A relative parameter drops the default window, `include` drops all dates.
 */
export function resolveWindow(query: EventListQuery, zone: string, now: Date): ResolvedWindow {
  if (query.include) return { window: {}, effective: {} };
  const strict = query.strict_dates === true;
  const effective = readDates(query, zone, now);
  if (!RELATIVE.some((name) => name in effective)) {
    const today = readDate('now', zone, now)?.wallClock ?? '';
    effective.start_date ??= today;
    effective.end_date ??= endOfDay(monthsLater(today, DEFAULT_MONTHS));
  }
  if (!strict)
    for (const [name, wall] of Object.entries(effective))
      effective[name] = name === 'start_date' ? startOfDay(wall) : endOfDay(wall);
  const instant = (name: (typeof DATES)[number]): Date | undefined =>
    name in effective ? toInstant(effective[name], zone) : undefined;
  const from = instant('start_date');
  const until = instant('end_date');
  return {
    window: {
      ...(query.overlap
        ? { runsFrom: from, startsUntil: until }
        : { startsFrom: from, endsUntil: until, startsUntil: until }),
      startsBefore: instant('starts_before'),
      startsAfter: instant('starts_after'),
      endsBefore: instant('ends_before'),
      endsAfter: instant('ends_after'),
    },
    effective,
  };
}

function readDates(query: EventListQuery, zone: string, now: Date): Record<string, WallClock> {
  const effective: Record<string, WallClock> = {};
  const wrong: Record<string, string> = {};
  for (const name of DATES) {
    const sent = query[name];
    if (sent === undefined) continue;
    const reading = readDate(sent, zone, now);
    if (reading) effective[name] = reading.wallClock;
    else wrong[name] = 'must be a date of the years 1 to 9999';
  }
  if (Object.keys(wrong).length > 0) throw invalidParams(wrong);
  return effective;
}

function monthsLater(wall: WallClock, months: number): WallClock {
  return Temporal.PlainDateTime.from(wall.replace(' ', 'T'))
    .add({ months })
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');
}
