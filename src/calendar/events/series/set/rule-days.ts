import { dayNumber, type DayNumber, LAST_DAY, monthAt, monthIndex, weekdayOf } from './days';
import { type RecurrenceRule, WEEKDAYS, type WeekdayNumber } from './series-set';

type Period = readonly [first: DayNumber, last: DayNumber];

/**
 * Yields the days of a rule in their order (RFC 5545 §3.3.10). A day belongs to the rule if INTERVAL selects
 * its period, and it meets the conditions of all BY parts.
 *
 * @param start the first day of the rule; it determines the parts that the rule does not have
 * @param from the first day to yield
 * @param until the last one
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
  const daysIn = daysOf(completed(rule, start));
  const atPositions = positionsOf(rule.bySetPos);
  let remaining = rule.count ?? Infinity;
  for (const [first, lastOfPeriod] of periods(rule, start, begin)) {
    if (first > last) return;
    for (const day of atPositions(daysIn(first, lastOfPeriod))) {
      if (day > last) return;
      if (day < start) continue;
      if (day >= from) yield day;
      if (--remaining === 0) return;
    }
  }
}

/** Yields the periods that INTERVAL selects, starting with the one that contains a day. */
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

/** Adds the parts that follow from the start: `WEEKLY` from a Tuesday is `BYDAY=TU`. */
export function completed(rule: RecurrenceRule, start: DayNumber): RecurrenceRule {
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

/** Returns a function that filters the days of a range by the BY parts, fast for ranges in their order. */
function daysOf({
  freq,
  byMonth,
  byMonthDay,
  byYearDay,
  byDay,
}: RecurrenceRule): (first: DayNumber, last: DayNumber) => DayNumber[] {
  const isMonthDay = numberIn(byMonthDay);
  const isYearDay = numberIn(byYearDay);
  const isWeekday = weekdayIn(byDay);
  // The numbers of BYDAY count in the month, or else in the year.
  const isInMonth = freq === 'MONTHLY' || byMonth.length > 0;
  let month = monthAt(monthIndex(0));
  return (first, last) => {
    const days: DayNumber[] = [];
    for (let day = first; day <= last; day++) {
      if (day < month.first || day > month.last) month = monthAt(monthIndex(day));
      if (byMonth.length > 0 && !byMonth.includes(month.month)) {
        day = month.last;
        continue;
      }
      if (
        isMonthDay(day, month.first, month.last) &&
        isYearDay(day, month.firstOfYear, month.lastOfYear) &&
        (isInMonth
          ? isWeekday(day, month.first, month.last)
          : isWeekday(day, month.firstOfYear, month.lastOfYear))
      )
        days.push(day);
    }
    return days;
  };
}

/** Tests a day of a month or year, given by its first and last day. */
type DayTest = (day: DayNumber, first: DayNumber, last: DayNumber) => boolean;

/** Negative numbers count from the end. */
function numberIn(numbers: readonly number[]): DayTest {
  const wanted = new Set(numbers);
  if (wanted.size === 0) return () => true;
  return (day, first, last) => wanted.has(day - first + 1) || wanted.has(day - last - 1);
}

function weekdayIn(values: readonly WeekdayNumber[]): DayTest {
  if (values.length === 0) return () => true;
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

/** Selects the positions of BYSETPOS among the days of a period. */
function positionsOf(
  positions: readonly number[],
): (days: readonly DayNumber[]) => readonly DayNumber[] {
  const wanted = new Set(positions);
  if (wanted.size === 0) return (days) => days;
  return (days) =>
    days.filter((_, position) => wanted.has(position + 1) || wanted.has(position - days.length));
}
