import type { WallClock } from '../../../platform/dates';
import type { TextValues } from '../../../platform/i18n';
import { completed, dayNumber, type RecurrenceRule } from '../series/set';
import type { DateWords } from './date-words';

/** The texts of `i18n/<language>/schedule.json`, and dates in the same language. */
export interface Words {
  dates: DateWords;
  text: (key: string, values?: TextValues) => string;
}

/** Ordinal numbers with a word of their own. */
const ORDINALS = new Map([
  [1, 'first'],
  [2, 'second'],
  [3, 'third'],
  [-1, 'last'],
  [-2, 'second_last'],
  [-3, 'third_last'],
]);

interface NumberedDay {
  /** Negative from the end. */
  number: number;
  day: string;
}

const PERIODS = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' } as const;
const SCOPES = { WEEKLY: 'of_week', MONTHLY: 'of_month', YEARLY: 'of_year' } as const;

/**
 * Returns the days of a rule in words, such as "every Tuesday".
 *
 * @param start the first slot; it determines the parts that the rule does not have
 */
export function ruleWords(rule: RecurrenceRule, start: WallClock, words: Words): string {
  return new RuleWords(completed(rule, dayNumber(start)), words).whole();
}

class RuleWords {
  constructor(
    private readonly rule: RecurrenceRule,
    private readonly words: Words,
  ) {}

  whole(): string {
    const { freq, bySetPos, wkst } = this.rule;
    const { text, dates } = this.words;
    const isShort = freq === 'DAILY' || freq === 'WEEKLY';
    let whole = isShort ? this.inMonths(this.shortPeriods()) : this.longPeriods();
    // Of a day, the first and the last position are the same.
    if (bySetPos.length > 0 && freq !== 'DAILY') {
      const days = this.onNumbered(bySetPos.map((number) => ({ number, day: text('these') })));
      whole = text('only', { days: whole, more: text(SCOPES[freq], { days }) });
    }
    if (!this.dependsOnWeekStart()) return whole;
    const part = text('week_start', { weekday: dates.weekday(wkst) });
    return text('join', { before: whole, part });
  }

  /** Days and weeks. */
  private shortPeriods(): string {
    const { freq, interval, byDay, byMonthDay } = this.rule;
    const { text, dates } = this.words;
    const weekdays = byDay.map(({ weekday }) => dates.weekday(weekday));
    if (interval === 1 && weekdays.length > 0)
      return this.narrowed(this.every(weekdays), byMonthDay.length > 0 && this.monthDays());
    if (freq === 'WEEKLY' && interval === 2 && weekdays.length === 1)
      return text('every_other', { weekday: weekdays[0] });
    const onWeekdays = this.on(weekdays.map((day) => text('on_day', { day })));
    return freq === 'WEEKLY'
      ? text('when', { every: this.period(), days: onWeekdays })
      : this.narrowed(
          this.period(),
          weekdays.length > 0 && onWeekdays,
          byMonthDay.length > 0 && this.monthDays(),
        );
  }

  /** Months and years. */
  private longPeriods(): string {
    const { freq, interval, byDay, byMonth, byMonthDay, byYearDay } = this.rule;
    const days =
      this.namedDays() ??
      this.inMonths(
        this.narrowed(
          byDay.length > 0 && this.weekdays(),
          byMonthDay.length > 0 && this.monthDays(),
          byYearDay.length > 0 && this.yearDays(),
        ),
      );
    // Every Tuesday and the 4th of the month are the same days in any year.
    const isEveryYear =
      byDay.every(({ ordinal }) => ordinal === 0) &&
      byYearDay.length === 0 &&
      (byDay.length > 0 || byMonth.length === 0);
    return interval === 1 && (freq === 'MONTHLY' || isEveryYear)
      ? days
      : this.words.text('when', { every: this.period(), days });
  }

  /** Returns days such as May 4 and June 4; undefined for rules with other parts. */
  private namedDays(): string | undefined {
    const { freq, byDay, byYearDay, byMonth, byMonthDay } = this.rule;
    const { text, dates } = this.words;
    const [day] = byMonthDay;
    const isOne = byMonthDay.length === 1 && day > 0 && byDay.length + byYearDay.length === 0;
    const isNamed = byMonth.length > 0 && byMonth.every((month) => day <= lengthOf(month));
    if (freq !== 'YEARLY' || !isOne || !isNamed) return undefined;
    return this.on(byMonth.map((month) => text('on_day', { day: dates.dayOfYear(month, day) })));
  }

  /** Weekdays of months or years: each of them, or by number. */
  private weekdays(): string {
    const { freq, byDay, byMonth } = this.rule;
    const { text, dates } = this.words;
    const each = byDay
      .filter(({ ordinal }) => ordinal === 0)
      .map(({ weekday }) => dates.weekday(weekday));
    const numbered = byDay
      .filter(({ ordinal }) => ordinal !== 0)
      .map(({ ordinal, weekday }) => ({ number: ordinal, day: dates.weekday(weekday) }));
    if (numbered.length === 0) return this.every(each);
    const on = this.onNumbered(numbered);
    const days = each.length === 0 ? on : dates.list([this.every(each), on]);
    const isInMonth = freq === 'MONTHLY' || byMonth.length > 0;
    return isInMonth ? this.ofMonth(days) : text('of_year', { days });
  }

  private monthDays(): string {
    const { text } = this.words;
    const days = this.rule.byMonthDay
      .toSorted(fromEndLast)
      .map((day) =>
        day > 0
          ? text('ordinal_monthday', { count: day })
          : this.nth({ number: day, day: text('day') }),
      );
    return this.ofMonth(this.on(days));
  }

  private yearDays(): string {
    const { text } = this.words;
    const days = this.rule.byYearDay.map((number) => ({ number, day: text('day') }));
    return text('of_year', { days: this.onNumbered(days) });
  }

  /** Adds "of the month", unless it is every second month, or months are named. */
  private ofMonth(days: string): string {
    const { freq, interval, byMonth } = this.rule;
    const isNamed = byMonth.length > 0 || (freq === 'MONTHLY' && interval > 1);
    return isNamed ? days : this.words.text('of_month', { days });
  }

  private inMonths(days: string): string {
    const { text, dates } = this.words;
    const months = this.rule.byMonth.map((month) => dates.month(month));
    return months.length === 0 ? days : text('in_months', { days, months: dates.list(months) });
  }

  /** Joins conditions that all hold. */
  private narrowed(...conditions: readonly (string | false)[]): string {
    return conditions
      .filter((condition) => condition !== false)
      .reduce((days, more) => this.words.text('only', { days, more }));
  }

  private every(weekdays: readonly string[]): string {
    const { text, dates } = this.words;
    const each = weekdays.map((weekday) => text('each', { weekday }));
    return text('every', { weekdays: dates.list(each) });
  }

  private on(days: readonly string[]): string {
    const { text, dates } = this.words;
    return text('on', { days: dates.list(days) });
  }

  /** Names a day that all have only once: on the first and last Tuesday. */
  private onNumbered(days: readonly NumberedDay[]): string {
    const { text, dates } = this.words;
    const sorted = days.toSorted((one, other) => fromEndLast(one.number, other.number));
    const [{ day }] = sorted;
    if (sorted.some((each) => each.day !== day || isFarFromEnd(each)))
      return this.on(sorted.map((each) => this.nth(each)));
    const ordinal = dates.list(sorted.map((each) => this.ordinal(each)));
    return this.on([text('nth', { ordinal, day })]);
  }

  private nth(numbered: NumberedDay): string {
    const key = isFarFromEnd(numbered) ? 'nth_from_end' : 'nth';
    return this.words.text(key, { ordinal: this.ordinal(numbered), day: numbered.day });
  }

  private ordinal({ number }: NumberedDay): string {
    const { text } = this.words;
    const word = ORDINALS.get(number);
    return word === undefined ? text('ordinal', { count: Math.abs(number) }) : text(word);
  }

  private period(): string {
    const { freq, interval } = this.rule;
    const { text } = this.words;
    if (interval === 1) return text(freq === 'DAILY' ? 'daily' : 'yearly');
    const number = interval === 2 ? text('two') : interval;
    return text(PERIODS[freq], { count: interval, number });
  }

  /** Returns whether the rule has other days where weeks begin on another day. */
  private dependsOnWeekStart(): boolean {
    const { freq, interval, byDay, bySetPos, wkst } = this.rule;
    if (freq !== 'WEEKLY' || byDay.length === 1) return false;
    const isUsual = wkst === 'MO' && byDay.every(({ weekday }) => !/SA|SU/.test(weekday));
    return (interval > 1 || bySetPos.length > 0) && !isUsual;
  }
}

const isFarFromEnd = ({ number }: NumberedDay): boolean => number < 0 && !ORDINALS.has(number);

const fromEndLast = (one: number, other: number): number =>
  Number(one < 0) - Number(other < 0) || one - other;

/** Returns the days of a month in a leap year. */
const lengthOf = (month: number): number => new Date(Date.UTC(2024, month, 0)).getUTCDate();
