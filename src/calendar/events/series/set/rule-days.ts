import {
  dayNumber,
  type DayNumber,
  LAST_DAY,
  type Month,
  monthAt,
  monthIndex,
  weekdayOf,
} from './days';
import { type RecurrenceRule, WEEKDAYS, type WeekdayNumber } from './series-set';

/** A period of the rule's frequency: its first and its last day. */
type Period = readonly [first: DayNumber, last: DayNumber];

/**
 * Generates the days of a rule, in their order (RFC 5545 §3.3.10).
 *
 * A slot has one time of day, so that each BY part is a condition on days: a day belongs to the rule if it is in
 * a period that INTERVAL selects, and meets all conditions.
 *
 * @param start the first day of the rule; it determines the parts that the rule does not have
 * @param from the first day to generate
 * @param until the last day to generate
 */
export function* ruleDays(
  rule: RecurrenceRule,
  start: DayNumber,
  from: DayNumber,
  until: DayNumber,
): Generator<DayNumber> {
  const last = Math.min(until, dayNumber(LAST_DAY));
  // COUNT is counted from the start on.
  const begin = rule.count === undefined ? Math.max(from, start) : start;
  const conditions = conditionsOf(completed(rule, start));
  const monthOf = monthsInOrder();
  let left = rule.count ?? Infinity;
  for (const period of periods(rule, start, begin)) {
    if (period[0] > last) return;
    for (const day of positioned(daysIn(period, conditions, monthOf), rule.bySetPos)) {
      if (day > last) return;
      if (day < start) continue;
      if (day >= from) yield day;
      if (--left === 0) return;
    }
  }
}

/** Generates the periods that INTERVAL selects, from the one on that contains a day. */
function* periods(
  { freq, interval, wkst }: RecurrenceRule,
  start: DayNumber,
  from: DayNumber,
): Generator<Period> {
  const stepFrom = (first: number, reached: number): number =>
    first + Math.floor((reached - first) / interval) * interval;
  switch (freq) {
    case 'DAILY':
      for (let day = stepFrom(start, from); ; day += interval) yield [day, day];
    case 'WEEKLY': {
      const weekOf = (day: DayNumber) => Math.floor((day - firstOfWeek) / 7);
      const firstOfWeek = start - ((weekdayOf(start) - WEEKDAYS.indexOf(wkst) + 7) % 7);
      for (let week = stepFrom(0, weekOf(from)); ; week += interval) {
        const first = firstOfWeek + 7 * week;
        yield [first, first + 6];
      }
    }
    case 'MONTHLY':
      for (let index = stepFrom(monthIndex(start), monthIndex(from)); ; index += interval) {
        const { first, last } = monthAt(index);
        yield [first, last];
      }
    case 'YEARLY': {
      const yearOf = (day: DayNumber) => Math.floor(monthIndex(day) / 12);
      for (let year = stepFrom(yearOf(start), yearOf(from)); ; year += interval) {
        const { firstOfYear, lastOfYear } = monthAt(12 * year);
        yield [firstOfYear, lastOfYear];
      }
    }
  }
}

/** Returns the rule with the parts that follow from its start: `WEEKLY` from a Tuesday is `BYDAY=TU`. */
function completed(rule: RecurrenceRule, start: DayNumber): RecurrenceRule {
  const { freq, byMonth, byMonthDay, byYearDay, byDay } = rule;
  if (freq === 'DAILY' || [byMonthDay, byYearDay, byDay].some(({ length }) => length > 0))
    return rule;
  if (freq === 'WEEKLY')
    return { ...rule, byDay: [{ ordinal: 0, weekday: WEEKDAYS[weekdayOf(start)] }] };
  const { month, first } = monthAt(monthIndex(start));
  return {
    ...rule,
    byMonthDay: [start - first + 1],
    byMonth: freq === 'YEARLY' && byMonth.length === 0 ? [month] : byMonth,
  };
}

/** A condition on a day of a month. */
type Condition = (day: DayNumber, month: Month) => boolean;

interface Conditions {
  /** On the month as a whole. */
  ofMonth: (month: Month) => boolean;
  ofDay: readonly Condition[];
}

function conditionsOf({ freq, byMonth, byMonthDay, byYearDay, byDay }: RecurrenceRule): Conditions {
  const months = new Set(byMonth);
  const isInMonth = freq === 'MONTHLY' || months.size > 0;
  const ofDay: Condition[] = [];
  if (byMonthDay.length > 0) {
    const isOne = placeIn(byMonthDay);
    ofDay.push((day, { first, last }) => isOne(day, first, last));
  }
  if (byYearDay.length > 0) {
    const isOne = placeIn(byYearDay);
    ofDay.push((day, { firstOfYear, lastOfYear }) => isOne(day, firstOfYear, lastOfYear));
  }
  if (byDay.length > 0) {
    const isOne = weekdayIn(byDay);
    ofDay.push((day, { first, last, firstOfYear, lastOfYear }) =>
      isInMonth ? isOne(day, first, last) : isOne(day, firstOfYear, lastOfYear),
    );
  }
  return { ofMonth: ({ month }) => months.size === 0 || months.has(month), ofDay };
}

/** A condition on a day of a month or a year, given by its first and its last day. */
type Place = (day: DayNumber, first: DayNumber, last: DayNumber) => boolean;

/** Returns whether a day has one of the numbers, counted from the end if negative. */
function placeIn(numbers: readonly number[]): Place {
  const wanted = new Set(numbers);
  return (day, first, last) => wanted.has(day - first + 1) || wanted.has(day - last - 1);
}

/** Returns whether a day is one of the values of BYDAY. */
function weekdayIn(values: readonly WeekdayNumber[]): Place {
  const wanted = WEEKDAYS.map(
    (name) =>
      new Set(values.filter(({ weekday }) => weekday === name).map(({ ordinal }) => ordinal)),
  );
  return (day, first, last) => {
    const ordinals = wanted[weekdayOf(day)];
    return (
      ordinals.size > 0 &&
      (ordinals.has(0) ||
        ordinals.has(Math.floor((day - first) / 7) + 1) ||
        ordinals.has(-Math.floor((last - day) / 7) - 1))
    );
  };
}

/** Generates the days of a period that meet all conditions. */
function* daysIn(
  [first, last]: Period,
  { ofMonth, ofDay }: Conditions,
  monthOf: (day: DayNumber) => Month,
): Generator<DayNumber> {
  for (let day = first; day <= last; ) {
    const month = monthOf(day);
    const lastInMonth = Math.min(last, month.last);
    if (ofMonth(month))
      for (; day <= lastInMonth; day++)
        if (ofDay.every((isMet) => isMet(day, month))) yield day;
    day = lastInMonth + 1;
  }
}

/** Returns a function that returns the month of a day, for days that are asked for in their order. */
function monthsInOrder(): (day: DayNumber) => Month {
  let month: Month | undefined;
  return (day) =>
    (month = month && month.first <= day && day <= month.last ? month : monthAt(monthIndex(day)));
}

/** Generates the days at the positions of BYSETPOS, or all days without it. */
function* positioned(
  days: Iterable<DayNumber>,
  positions: readonly number[],
): Generator<DayNumber> {
  if (positions.length === 0) return yield* days;
  const wanted = new Set(positions);
  const all = [...days];
  for (const [place, day] of all.entries())
    if (wanted.has(place + 1) || wanted.has(place - all.length)) yield day;
}
