import type { WallClock } from '../../../../platform/foundation/dates';
import { type Day, dayNumber, dayText, type SeriesSet, slots } from '../set';
import { neededSlots } from './needed-slots';
import type { PlanOptions } from './plan';

type Reach = Omit<PlanOptions, 'past'>;

/**
 * Returns the slots for which an event is missing, the nearest first.
 *
 * @param existing the slots of the events of the series from `earliestComing` on, those in the trash too
 */
export function planHorizon(
  set: SeriesSet,
  existing: Iterable<WallClock>,
  reach: Reach,
): WallClock[] {
  const known = new Set(existing);
  return comingSlots(set, reach).filter((slot) => !known.has(slot));
}

/** Returns the last day for which events exist; `''` when all of the set exist. */
export function untilOf(set: SeriesSet, reach: Reach): Day {
  const { horizon } = reach;
  const [next, later] = slots(set, { from: dayText(dayNumber(horizon) + 1) });
  if (next === undefined) return '';
  // The next coming event exists behind the horizon, too.
  const isAll = later === undefined && comingSlots(set, reach).includes(next);
  return isAll ? '' : horizon;
}

const comingSlots = (set: SeriesSet, reach: Reach): WallClock[] =>
  neededSlots(set, { ...reach, past: false });
