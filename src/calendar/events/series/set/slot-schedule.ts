import {
  DAY_MILLISECONDS,
  toInstant,
  toWallClock,
  UTC,
  type WallClock,
  type Zone,
} from '../../../../platform/foundation/dates';
import { type EventSchedule, scheduleBetween } from '../../schedule/event-schedule';
import { type Day, dayText } from './days';
import type { SeriesSet } from './series-set';

/** The fields of a set that determine the schedule of a slot. */
type Times = Pick<SeriesSet, 'start' | 'end' | 'allDay' | 'zone'>;

/**
 * Returns the schedule of the occurrence of a slot. Its end is a local time as well: 22:00–06:00 ends at 06:00
 * in the nights in which the clocks change.
 */
export function scheduleOfSlot(set: Times, slot: WallClock): EventSchedule {
  const end = new Date(asUtc(slot).getTime() + durationOf(set));
  return scheduleBetween(slot, toWallClock(end, UTC), set);
}

/** Returns the duration of a slot on the wall clock in milliseconds. */
export const durationOf = ({ start, end }: Times): number =>
  asUtc(end).getTime() - asUtc(start).getTime();

/** Returns the days until an instant that a zone skips as a whole, such as 2011-12-30 in Samoa. */
export function skippedDays(zone: Zone, from: Date, until: Date): ReadonlySet<Day> {
  const gaps = zone.changes(from.getTime(), until.getTime()).flatMap(({ at, offset }) => {
    const offsetBefore = zone.offsetAt(at - 1);
    return offset - offsetBefore >= DAY_MILLISECONDS
      ? [dayText((at + offsetBefore) / DAY_MILLISECONDS)]
      : [];
  });
  return new Set(gaps);
}

const asUtc = (wall: WallClock): Date => toInstant(wall, UTC);
