import { type DateInput, startOfDay, type WallClock } from '../../../../platform/dates';
import { type Fault, fault, invalidParams } from '../../../../platform/errors';
import { dayOf, timeOf } from './days';
import type { SeriesSet } from './series-set';
import { slotsWithExcluded } from './slots';

export const RDATES_MAX = 1000;
export const EXDATES_MAX = 5000;

export const NAMED_DATES_MAX = 20;

/** A date of `rdates` or `exdates` in the zone of the series. */
export interface ListedDate {
  wall: WallClock;
  hasTime: boolean;
}

/** @throws Problem 400 with a fault for each invalid date, up to a maximum */
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

/** A day without a time gets the time of the series. */
export const rdatesOf = (dates: readonly ListedDate[], start: WallClock): WallClock[] =>
  sortedSlots(
    dates.map(({ wall, hasTime }) => (hasTime ? wall : `${dayOf(wall)} ${timeOf(start)}`)),
  );

/** A day without a time excludes all slots of the day. A date that excludes nothing is dropped. */
export function exdatesOf(dates: readonly ListedDate[], set: SeriesSet): WallClock[] {
  const times = new Set(dates.filter(({ hasTime }) => hasTime).map(({ wall }) => wall));
  const days = new Set(dates.filter(({ hasTime }) => !hasTime).map(({ wall }) => dayOf(wall)));
  const sorted = dates.map(({ wall }) => dayOf(wall)).sort();
  const range = { from: sorted.at(0), until: sorted.at(-1) };
  return sorted.length === 0
    ? []
    : [...slotsWithExcluded(set, range)].filter((slot) => times.has(slot) || days.has(dayOf(slot)));
}

export const sortedSlots = (slots: Iterable<WallClock>): WallClock[] => [...new Set(slots)].sort();
