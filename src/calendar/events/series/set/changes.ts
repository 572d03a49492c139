import { startOfDay, type WallClock } from '../../../../platform/dates';
import { dayNumber, dayOf, dayText, timeOf } from './days';
import { sortedSlots } from './read-dates';
import type { RecurrenceRule, SeriesSet } from './series-set';
import { endOf, isSlot, ruleSlots, slotsWithExcluded } from './slots';

type Times = Pick<SeriesSet, 'start' | 'allDay'>;

/** A slot that did not have the old time of day stays. */
export function retimed(slot: WallClock, before: Times, after: Times): WallClock {
  if (after.allDay && !before.allDay) return startOfDay(slot);
  return timeOf(slot) === timeOf(before.start) ? `${dayOf(slot)} ${timeOf(after.start)}` : slot;
}

export const dayShift = (before: Times, after: Times): number =>
  dayNumber(after.start) - dayNumber(before.start);

export const laterBy = (slot: WallClock, days: number): WallClock =>
  `${dayText(dayNumber(slot) + days)} ${timeOf(slot)}`;

export const movedRdates = (before: SeriesSet | undefined, after: Times): WallClock[] =>
  before ? sortedSlots(before.rdates.map((slot) => retimed(slot, before, after))) : [];

/**
 * Moves `exdates` with the slots that they exclude.
 *
 * @param after the set with its new rule, times and `rdates`
 */
export function movedExdates(before: SeriesSet | undefined, after: SeriesSet): WallClock[] {
  if (!before || before.exdates.length === 0) return [];
  const { exdates } = before;
  const shift = dayShift(before, after);
  const reach = Math.abs(shift);
  const range = {
    from: dayOf(laterBy(exdates[0], -reach)),
    until: dayOf(laterBy(exdates[exdates.length - 1], reach)),
  };
  const [slotsBefore, slotsAfter] = [before, after].map(
    (set) => new Set(slotsWithExcluded(set, range)),
  );
  return sortedSlots(
    exdates.map((slot) => {
      const retained = retimed(slot, before, after);
      const shifted = laterBy(retained, shift);
      const isShifted =
        !slotsAfter.has(retained) &&
        slotsAfter.has(shifted) &&
        !slotsBefore.has(laterBy(slot, shift));
      return isShifted ? shifted : retained;
    }),
  );
}

/** There must be slots before `from`. */
export function partBefore(set: SeriesSet, from: WallClock): SeriesSet {
  const rdates = set.rdates.filter((slot) => slot < from);
  const exdates = set.exdates.filter((slot) => slot < from);
  const lastOfRule = ruleSlotsBefore(set, from).at(-1);
  if (lastOfRule !== undefined) {
    const rule = set.rule && { ...set.rule, count: undefined, until: dayOf(lastOfRule) };
    return { ...set, rule, rdates, exdates };
  }
  const [start, ...others] = rdates;
  return { ...startingAt(set, start), rule: null, rdates: others, exdates };
}

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

function firstRuleSlot(set: SeriesSet, from: WallClock): WallClock | undefined {
  for (const slot of ruleSlots(set, { from: dayOf(from) })) if (slot >= from) return slot;
  return undefined;
}

/** COUNT becomes the number of the remaining slots. */
const continued = (rule: RecurrenceRule | null, slots: number): RecurrenceRule | null =>
  rule?.count === undefined ? rule : { ...rule, count: rule.count - slots };

export const startingAt = (set: SeriesSet, start: WallClock): SeriesSet => ({
  ...set,
  start,
  end: endOf(set, start),
});

export const withoutSlot = (set: SeriesSet, slot: WallClock): SeriesSet =>
  isSlot(set, slot) ? { ...set, exdates: sortedSlots([...set.exdates, slot]) } : set;

export const withSlot = (set: SeriesSet, slot: WallClock): SeriesSet => ({
  ...set,
  rdates: isGiven(set, slot) ? set.rdates : sortedSlots([...set.rdates, slot]),
  exdates: set.exdates.filter((excluded) => excluded !== slot),
});

/** Returns whether the rule or `rdates` contain a slot, excluded or not. */
function isGiven(set: SeriesSet, slot: WallClock): boolean {
  const day = dayOf(slot);
  return [...slotsWithExcluded(set, { from: day, until: day })].includes(slot);
}
