import { type DateInput, startOfDay, type WallClock } from '../../../../platform/dates';
import { type Fault, fault, invalidParams } from '../../../../platform/errors';
import { dayOf, timeOf } from './days';
import type { SeriesSet } from './series-set';
import { slotsWithExcluded } from './slots';

/** The maximum number of entries of the lists. */
export const RDATES_MAX = 1000;
export const EXDATES_MAX = 5000;

/** The most wrong dates of a list that a response names. */
export const NAMED_DATES_MAX = 20;

/** A date of `rdates` or `exdates` in the zone of the series. */
export interface ListedDate {
  wall: WallClock;
  hasTime: boolean;
}

/**
 * Reads a list of dates in the zone of a series.
 *
 * @throws Problem 400 with a fault for each date that is not valid there, up to the maximum
 */
export function readDates(
  field: 'rdates' | 'exdates',
  sent: readonly DateInput[],
  { zone, allDay }: Pick<SeriesSet, 'zone' | 'allDay'>,
  now: Date,
): ListedDate[] {
  const faults: Fault[] = [];
  const dates = sent.flatMap((date, index) => {
    const reading = date.in(zone, now);
    if (!reading) {
      faults.push(fault([field, index], 'format', 'must be a date of the years 1 to 9999'));
      return [];
    }
    const wall = date.localTime(zone, now) ?? reading.wallClock;
    return [{ wall: allDay ? startOfDay(wall) : wall, hasTime: reading.hasTime || allDay }];
  });
  if (faults.length > 0) throw invalidParams(...faults.slice(0, NAMED_DATES_MAX));
  return dates;
}

/** Returns the slots of `rdates`: a day without a time has the time of the series. */
export const rdatesOf = (dates: readonly ListedDate[], start: WallClock): WallClock[] =>
  sortedSlots(
    dates.map(({ wall, hasTime }) => (hasTime ? wall : `${dayOf(wall)} ${timeOf(start)}`)),
  );

/**
 * Returns the slots that `exdates` excludes from a set: a day without a time excludes all slots of the day, and
 * a date that excludes nothing is dropped.
 */
export function exdatesOf(dates: readonly ListedDate[], set: SeriesSet): WallClock[] {
  const times = new Set(dates.filter(({ hasTime }) => hasTime).map(({ wall }) => wall));
  const days = new Set(dates.filter(({ hasTime }) => !hasTime).map(({ wall }) => dayOf(wall)));
  const sorted = dates.map(({ wall }) => dayOf(wall)).sort();
  const range = { from: sorted.at(0), until: sorted.at(-1) };
  return sorted.length === 0
    ? []
    : [...slotsWithExcluded(set, range)].filter((slot) => times.has(slot) || days.has(dayOf(slot)));
}

/** Sorts slots and removes duplicates. */
export const sortedSlots = (slots: Iterable<WallClock>): WallClock[] => [...new Set(slots)].sort();
