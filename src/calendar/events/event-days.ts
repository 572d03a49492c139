import { toInstant, toWallClock, UTC, type Zone } from '../../platform/dates';
import type { EventRecord } from './event-record';
import { type Day, dayOf } from './series/set';

/** Returns the days of an event in a zone; an end at 00:00 is not on its day. */
export function daysOf(
  event: Pick<EventRecord, 'utc_start_date' | 'utc_end_date'>,
  zone: Zone,
): { first: Day; last: Day } {
  const start = toInstant(event.utc_start_date, UTC);
  const end = toInstant(event.utc_end_date, UTC);
  const last = end > start ? new Date(end.getTime() - 1000) : start;
  return { first: dayOf(toWallClock(start, zone)), last: dayOf(toWallClock(last, zone)) };
}

/**
 * Returns the rule of `daysOf` as SQL: the positions of the first and the last day of an event among some
 * days, from -1 for the time before them.
 *
 * @param days the beginnings of the days
 * @returns also the values of the parameters
 */
export function dayPositions(
  { start, end }: { start: string; end: string },
  days: readonly Date[],
): { first: string; last: string; parameters: Record<string, Date> } {
  // A binary search takes few comparisons for each event.
  const search = (begun: string, from: number, until: number): string => {
    if (from === until) return String(from - 1);
    const middle = (from + until) >> 1;
    const [later, earlier] = [search(begun, middle + 1, until), search(begun, from, middle)];
    return `CASE WHEN ${begun} :day${middle} THEN ${later} ELSE ${earlier} END`;
  };
  const first = search(`${start} >=`, 0, days.length);
  const last = `CASE WHEN ${end} > ${start} THEN ${search(`${end} >`, 0, days.length)} ELSE ${first} END`;
  return {
    first,
    last,
    parameters: Object.fromEntries(days.map((day, index) => [`day${index}`, day])),
  };
}
