import {
  DAY_MILLISECONDS,
  toInstant,
  toWallClock,
  UTC,
  type WallClock,
  type Zone,
} from '../../../../platform/dates';
import { type EventSchedule, scheduleBetween } from '../../schedule/event-schedule';
import { addYears, type Day, dayNumber, dayOf, dayText, dayTexts, timeOf } from './days';
import { ruleDays } from './rule-days';
import type { SeriesSet } from './series-set';

/** The fields of a set that determine the schedule of a slot. */
export type Times = Pick<SeriesSet, 'start' | 'end' | 'allDay' | 'zone'>;

/** Returns the schedule of the occurrence of a slot. */
export const scheduleOfSlot = (set: Times, slot: WallClock): EventSchedule =>
  scheduleBetween(slot, endOf(set, slot), set);

/** Returns the local time at which a slot ends: 22:00–06:00 ends at 06:00 also when the clocks change. */
export const endOf = (set: Times, slot: WallClock): WallClock =>
  toWallClock(new Date(asUtc(slot).getTime() + durationOf(set)), UTC);

/** Returns the duration of a slot on the wall clock in milliseconds. */
export const durationOf = ({ start, end }: Times): number =>
  asUtc(end).getTime() - asUtc(start).getTime();

/** Returns the days from 1970 to an instant that a zone skips as a whole, such as 2011-12-30 in Samoa. */
export function skippedDays(zone: Zone, until: Date): ReadonlySet<Day> {
  const gaps = zone.changes(0, until.getTime()).flatMap(({ at, offset }) => {
    const offsetBefore = zone.offsetAt(at - 1);
    return offset - offsetBefore >= DAY_MILLISECONDS
      ? [dayText((at + offsetBefore) / DAY_MILLISECONDS)]
      : [];
  });
  return new Set(gaps);
}

const asUtc = (wall: WallClock): Date => toInstant(wall, UTC);

/** How far ahead a slot is searched for. */
export const SEARCH_YEARS = 100;

/** A range of days; each of them is included. */
export interface DayRange {
  from?: Day;
  until?: Day;
}

/** Generates the slots of the rule, excluded ones too, in their order; `start` alone without a rule. */
export function* ruleSlots(set: SeriesSet, range: DayRange = {}): Generator<WallClock> {
  const { rule, start } = set;
  const first = dayNumber(start);
  const from = range.from === undefined ? first : dayNumber(range.from);
  const last = Math.min(
    addYears(Math.max(first, from), SEARCH_YEARS),
    ...[range.until, rule?.until].flatMap((day) => (day === undefined ? [] : [dayNumber(day)])),
  );
  if (!rule) {
    if (first >= from && first <= last) yield start;
    return;
  }
  const textOf = dayTexts();
  const time = timeOf(start);
  for (const day of ruleDays(rule, first, from, last)) yield `${textOf(day)} ${time}`;
}

/** Generates the slots of a set in their order. */
export function* slots(set: SeriesSet, range: DayRange = {}): Generator<WallClock> {
  const excluded = new Set(set.exdates);
  for (const slot of slotsWithExcluded(set, range)) if (!excluded.has(slot)) yield slot;
}

/** Generates the slots of a set and those that `exdates` excludes, in their order. */
export function* slotsWithExcluded(
  set: SeriesSet,
  { from = '', until = '9999-12-31' }: DayRange = {},
): Generator<WallClock> {
  const rdates = set.rdates.filter((slot) => dayOf(slot) >= from && dayOf(slot) <= until);
  let next = 0;
  for (const slot of ruleSlots(set, { ...(from && { from }), until })) {
    while (next < rdates.length && rdates[next] < slot) yield rdates[next++];
    if (rdates[next] === slot) next++;
    yield slot;
  }
  yield* rdates.slice(next);
}

/** Returns whether a slot is one of a set. */
export function isSlot(set: SeriesSet, slot: WallClock): boolean {
  const day = dayOf(slot);
  return [...slots(set, { from: day, until: day })].includes(slot);
}
