import { toInstant, toWallClock, UTC, type WallClock } from '../../../../platform/foundation/dates';
import { fault, invalidParams, type Problem } from '../../../../platform/foundation/errors';
import {
  type Day,
  dayOf,
  durationOf,
  isSlot,
  type RecurrenceRule,
  ruleSlots,
  type SeriesSet,
  slots,
} from '../set';
import type { Occurrence } from './plan';

/** A series that is divided before one of its slots. */
export interface Split {
  /** The set that ends before the slot. */
  before: SeriesSet;
  /** The set that begins there. */
  after: SeriesSet;
  /** The occurrences that belong to the new series, those in the trash too. */
  ids: number[];
}

/**
 * Divides a series before a slot.
 *
 * @throws Problem 400 if the slot is not in the set, or is the first one
 */
export function planSplit(set: SeriesSet, from: WallClock, rows: readonly Occurrence[]): Split {
  if (!isSlot(set, from)) throw wrong('must be the recurrence_id of an occurrence of the series');
  const [first] = slots(set);
  if (first === from) throw wrong('must not be the first occurrence: update the series instead');
  return {
    before: setBefore(set, from),
    after: setFrom(set, from),
    ids: rows.filter(({ slot }) => slot >= from).map(({ id }) => id),
  };
}

/**
 * Returns the slot that `from` of a split names: a recurrence id, or the day of one.
 *
 * @throws Problem 400 for a day with several slots or none
 */
export function splitSlot(set: SeriesSet, day: Day): WallClock {
  const [slot, ...others] = slots(set, { from: day, until: day });
  if (slot === undefined) throw wrong('must be the day of an occurrence of the series');
  if (others.length > 0)
    throw wrong('must have a time: the series has several occurrences that day');
  return slot;
}

function setBefore(set: SeriesSet, from: WallClock): SeriesSet {
  const rdates = set.rdates.filter((slot) => slot < from);
  const exdates = set.exdates.filter((slot) => slot < from);
  const lastOfRule = ruleSlotsBefore(set, from).at(-1);
  if (lastOfRule !== undefined)
    return { ...set, rule: endedOn(set.rule, dayOf(lastOfRule)), rdates, exdates };
  const [start, ...others] = rdates;
  return { ...startingAt(set, start), rule: null, rdates: others, exdates };
}

function setFrom(set: SeriesSet, from: WallClock): SeriesSet {
  const rdates = set.rdates.filter((slot) => slot >= from);
  const exdates = set.exdates.filter((slot) => slot >= from);
  const start = firstRuleSlot(set, from);
  if (start !== undefined) {
    const rule = continued(set.rule, ruleSlotsBefore(set, from).length);
    return { ...startingAt(set, start), rule, rdates, exdates };
  }
  const others = rdates.filter((slot) => slot !== from);
  return { ...startingAt(set, from), rule: null, rdates: others, exdates };
}

const ruleSlotsBefore = (set: SeriesSet, from: WallClock): WallClock[] =>
  [...ruleSlots(set, { until: dayOf(from) })].filter((slot) => slot < from);

/** Returns the first slot of the rule that is not before a slot. */
function firstRuleSlot(set: SeriesSet, from: WallClock): WallClock | undefined {
  for (const slot of ruleSlots(set, { from: dayOf(from) })) if (slot >= from) return slot;
  return undefined;
}

const endedOn = (rule: RecurrenceRule | null, until: Day): RecurrenceRule | null =>
  rule && { ...rule, count: undefined, until };

/** Returns the rule without its first slots: COUNT becomes the number of the others. */
const continued = (rule: RecurrenceRule | null, slots: number): RecurrenceRule | null =>
  rule?.count === undefined ? rule : { ...rule, count: rule.count - slots };

const startingAt = (set: SeriesSet, start: WallClock): SeriesSet => ({
  ...set,
  start,
  end: toWallClock(new Date(toInstant(start, UTC).getTime() + durationOf(set)), UTC),
});

const wrong = (detail: string): Problem => invalidParams(fault('from', 'conflict', detail));
