import type { WallClock } from '../../../../platform/foundation/dates';
import { dayOf, type SeriesSet, slotsWithExcluded, sortedSlots } from '../set';

/** Returns a set after the deletion of an occurrence: its slot is excluded. */
export const withoutSlot = (set: SeriesSet, slot: WallClock): SeriesSet =>
  isGiven(set, slot) && !set.exdates.includes(slot)
    ? { ...set, exdates: sortedSlots([...set.exdates, slot]) }
    : set;

/** Returns a set after the restoration of an occurrence: its slot is in the set. */
export const withSlot = (set: SeriesSet, slot: WallClock): SeriesSet => ({
  ...set,
  rdates: isGiven(set, slot) ? set.rdates : sortedSlots([...set.rdates, slot]),
  exdates: set.exdates.filter((excluded) => excluded !== slot),
});

/** Returns whether the rule or `rdates` give a slot, excluded or not. */
function isGiven(set: SeriesSet, slot: WallClock): boolean {
  const day = dayOf(slot);
  return [...slotsWithExcluded(set, { from: day, until: day })].includes(slot);
}
