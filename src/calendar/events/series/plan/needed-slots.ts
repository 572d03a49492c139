import { DAY_MILLISECONDS, type WallClock } from '../../../../platform/dates';
import {
  type Day,
  dayNumber,
  dayOf,
  dayText,
  durationOf,
  scheduleOfSlot,
  type SeriesSet,
  skippedDays,
  slots,
} from '../set';
import type { Reach } from './plan';

const YEAR_1 = Date.parse('0001-01-03T00:00:00Z');

/**
 * Returns the slots that need an event: the coming ones up to the horizon, and always the next one. With
 * `past`, those that are over as well.
 *
 * @param most the number of slots after which the search ends
 */
export function neededSlots(
  set: SeriesSet,
  { now, horizon, past = false }: Reach & { past?: boolean },
  most = Infinity,
): WallClock[] {
  const isOver = overAt(now, set);
  const missingDays = skippedDays(set.zone, now);
  const needed: WallClock[] = [];
  let hasNext = false;
  for (const slot of slots(set, past ? {} : { from: earliestComing(set, now) })) {
    if ((hasNext && dayOf(slot) > horizon) || needed.length >= most) break;
    if (missingDays.has(dayOf(slot))) continue;
    const isComing = !isOver(slot);
    if (isComing || (past && dayOf(slot) <= horizon)) needed.push(slot);
    hasNext ||= isComing;
  }
  return needed;
}

export const earliestComing = (set: SeriesSet, now: Date): Day =>
  dayNear(Math.max(now.getTime() - durationOf(set), YEAR_1), -2);

export function overAt(now: Date, set: SeriesSet): (slot: WallClock) => boolean {
  const [first, last] = [earliestComing(set, now), dayNear(now.getTime(), 2)];
  return (slot) => {
    // Most slots are far from now: their day decides.
    if (dayOf(slot) < first) return true;
    return dayOf(slot) <= last && scheduleOfSlot(set, slot).end_utc <= now;
  };
}

/** Local times differ from UTC by less than a day. */
const dayNear = (instant: number, days: number): Day =>
  new Date(instant + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

/**
 * Returns the slots without an event, the nearest first.
 *
 * @param existing the slots of the events from `earliestComing` on, those in the trash too
 */
export function planHorizon(
  set: SeriesSet,
  existing: Iterable<WallClock>,
  reach: Reach,
): WallClock[] {
  const known = new Set(existing);
  return neededSlots(set, reach).filter((slot) => !known.has(slot));
}

/** Returns the last day for which events exist; `''` when there are no further slots. */
export function untilOf(set: SeriesSet, reach: Reach): Day {
  const { horizon } = reach;
  const [next, later] = slots(set, { from: dayText(dayNumber(horizon) + 1) });
  if (next === undefined) return '';
  // The next coming event exists behind the horizon, too.
  const isAll = later === undefined && neededSlots(set, reach).includes(next);
  return isAll ? '' : horizon;
}
