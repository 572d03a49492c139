import type { DateInput, WallClock } from '../../../../platform/dates';
import { fault, invalidParams, type Problem } from '../../../../platform/errors';
import { dayOf, isSlot, partBefore, partFrom, type SeriesSet, slots } from '../set';
import type { Occurrence } from './plan';

export interface Split {
  before: SeriesSet;
  after: SeriesSet;
  ids: number[];
}

/** @throws Problem 400 if the slot is not in the set, or is the first one */
export function planSplit(set: SeriesSet, from: WallClock, rows: readonly Occurrence[]): Split {
  if (!isSlot(set, from)) throw wrong('must be the recurrence_id of an occurrence of the series');
  const [first] = slots(set);
  if (first === from) throw wrong('must not be the first occurrence: update the series instead');
  return {
    before: partBefore(set, from),
    after: partFrom(set, from),
    ids: rows.filter(({ slot }) => slot >= from).map(({ id }) => id),
  };
}

/**
 * Returns the slot that `from` names: a recurrence id, or the day of one.
 *
 * @throws Problem 400 for a day with several slots or none
 */
export function slotFrom(from: DateInput, set: SeriesSet): WallClock {
  const reading = from.in(set.zone);
  if (!reading) throw invalidParams(fault('from', 'format', 'must be a date'));
  const wall = from.localTime(set.zone) ?? reading.wallClock;
  if (reading.hasTime) return wall;
  const day = dayOf(wall);
  const [slot, ...others] = slots(set, { from: day, until: day });
  if (slot === undefined) throw wrong('must be the day of an occurrence of the series');
  if (others.length > 0)
    throw wrong('must have a time: the series has several occurrences that day');
  return slot;
}

const wrong = (detail: string): Problem => invalidParams(fault('from', 'conflict', detail));
