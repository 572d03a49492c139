import { startOfDay, type WallClock } from '../../../../platform/foundation/dates';
import { dayNumber, dayOf, dayText, timeOf } from './days';
import { sortedSlots } from './read-dates';
import type { SeriesSet } from './series-set';
import { slotsWithExcluded } from './slots';

/** The fields of a set that determine where its slots move. */
export type Times = Pick<SeriesSet, 'start' | 'allDay'>;

/** Returns a slot with the new time of day; a slot that did not have the old one stays. */
export function retimed(slot: WallClock, before: Times, after: Times): WallClock {
  if (after.allDay && !before.allDay) return startOfDay(slot);
  return timeOf(slot) === timeOf(before.start) ? `${dayOf(slot)} ${timeOf(after.start)}` : slot;
}

/** Returns by how many days the start moves. */
export const dayShift = (before: Times, after: Times): number =>
  dayNumber(after.start) - dayNumber(before.start);

/** Returns the same time some days later. */
export const laterBy = (slot: WallClock, days: number): WallClock =>
  `${dayText(dayNumber(slot) + days)} ${timeOf(slot)}`;

/** Returns the `rdates` of a set after a change of its times. */
export const movedRdates = (before: SeriesSet, after: Times): WallClock[] =>
  sortedSlots(before.rdates.map((slot) => retimed(slot, before, after)));

/**
 * Returns the `exdates` of a set after a change: they move with the slots that they exclude.
 *
 * @param after the set with its new rule, times and `rdates`
 */
export function movedExdates(before: SeriesSet, after: SeriesSet): WallClock[] {
  const shift = dayShift(before, after);
  const reach = Math.abs(shift);
  const range = {
    from: before.exdates
      .slice(0, 1)
      .map((slot) => dayOf(laterBy(slot, -reach)))
      .at(0),
    until: before.exdates
      .slice(-1)
      .map((slot) => dayOf(laterBy(slot, reach)))
      .at(0),
  };
  const [slotsBefore, slotsAfter] = [before, after].map(
    (set) => new Set(before.exdates.length === 0 ? [] : slotsWithExcluded(set, range)),
  );
  return sortedSlots(
    before.exdates.map((slot) => {
      const kept = retimed(slot, before, after);
      const shifted = laterBy(kept, shift);
      const isShifted =
        !slotsAfter.has(kept) && slotsAfter.has(shifted) && !slotsBefore.has(laterBy(slot, shift));
      return isShifted ? shifted : kept;
    }),
  );
}
