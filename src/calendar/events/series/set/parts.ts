import { toInstant, toWallClock, UTC, type WallClock } from '../../../../platform/foundation/dates';
import { type Day, dayOf } from './days';
import type { RecurrenceRule, SeriesSet } from './series-set';
import { durationOf } from './slot-schedule';
import { ruleSlots } from './slots';

/** Returns the part of a set before a slot. There must be slots before it. */
export function partBefore(set: SeriesSet, from: WallClock): SeriesSet {
  const rdates = set.rdates.filter((slot) => slot < from);
  const exdates = set.exdates.filter((slot) => slot < from);
  const lastOfRule = ruleSlotsBefore(set, from).at(-1);
  if (lastOfRule !== undefined)
    return { ...set, rule: endedOn(set.rule, dayOf(lastOfRule)), rdates, exdates };
  const [start, ...others] = rdates;
  return { ...startingAt(set, start), rule: null, rdates: others, exdates };
}

/** Returns the part of a set from one of its slots on. */
export function partFrom(set: SeriesSet, from: WallClock): SeriesSet {
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

/** Returns a set with another first slot of the same duration. */
export const startingAt = (set: SeriesSet, start: WallClock): SeriesSet => ({
  ...set,
  start,
  end: toWallClock(new Date(toInstant(start, UTC).getTime() + durationOf(set)), UTC),
});
