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

export type Times = Pick<SeriesSet, 'start' | 'end' | 'allDay' | 'zone'>;

export const scheduleOfSlot = (set: Times, slot: WallClock): EventSchedule =>
  scheduleBetween(slot, endOf(set, slot), set);

/** A slot of 22:00–06:00 ends at 06:00 also when the clocks change. */
export const endOf = (set: Times, slot: WallClock): WallClock =>
  toWallClock(new Date(asUtc(slot).getTime() + durationOf(set)), UTC);

/** On the wall clock; milliseconds. */
export const durationOf = ({ start, end }: Times): number =>
  asUtc(end).getTime() - asUtc(start).getTime();

/** Returns the days that a zone skips as a whole, such as 2011-12-30 in Samoa. */
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

export const SEARCH_YEARS = 100;

/** Both ends are included. */
export interface DayRange {
  from?: Day;
  until?: Day;
}

/** Yields excluded slots, too; `start` alone without a rule. */
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

export function* slots(set: SeriesSet, range: DayRange = {}): Generator<WallClock> {
  const excluded = new Set(set.exdates);
  for (const slot of slotsWithExcluded(set, range)) if (!excluded.has(slot)) yield slot;
}

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

export function isSlot(set: SeriesSet, slot: WallClock): boolean {
  const day = dayOf(slot);
  return [...slots(set, { from: day, until: day })].includes(slot);
}
