import type { WallClock } from '../../../../platform/foundation/dates';
import type { SeriesSet } from '../set';
import { neededSlots } from './needed-slots';
import type { PlanOptions } from './plan';

/**
 * Returns the slots for which an event is missing, the nearest first.
 *
 * @param existing the slots of the events of the series from `earliestComing` on, those in the trash too
 */
export function planHorizon(
  set: SeriesSet,
  existing: Iterable<WallClock>,
  options: Omit<PlanOptions, 'past'>,
): WallClock[] {
  const known = new Set(existing);
  return neededSlots(set, { ...options, past: false }).filter((slot) => !known.has(slot));
}
