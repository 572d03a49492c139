import { Temporal } from 'temporal-polyfill';
import { type Meaning, parsePhrase } from './date-phrase';
import { toInstant, toWallClock } from './wall-clock';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';
const MONTH =
  '(?:january|february|march|april|june|july|august|september|october|november|december|sept' +
  `|${MONTHS.join('|')})`;
const TIME = '(?: (?<time>.+))?';

/** `first day of next month`, `last friday of january 2027`, `first day of january this year`. */
const OF_MONTH = new RegExp(
  `^(?<ordinal>${ORDINALS.join('|')}|last) (?<day>day|${WEEKDAY}) of ` +
    `(?:(?<step>this|next|last|previous) month|(?<month>${MONTH})(?: (?<year>\\d{4}|(?:this|next|last|previous) year))?)${TIME}$`,
);
/** `monday next week`, `saturday this week`. */
const OF_WEEK = new RegExp(`^(?<day>${WEEKDAY}) (?<step>this|next|last|previous) week${TIME}$`);
const OF_TODAY = /^(?<time>noon|midnight)$/;

const STEPS: Partial<Record<string, number>> = { last: -1, previous: -1, this: 0, next: 1 };
const TIMES: Partial<Record<string, string>> = { noon: '12:00:00', midnight: '00:00:00' };

type PhraseParts = Partial<Record<string, string>>;

/**
 * Parses phrases of PHP's strtotime about days of a month and of a week: `first day of next month`, `third
 * tuesday of march 2027 18:00`, `monday next week`, `noon`. Weeks begin on Monday. A fifth weekday that a
 * month lacks is in the next month, as in PHP.
 *
 * Without a time, `first day of next month` and `last day of this month` keep the current time; all others
 * mean 00:00.
 *
 * @param phrase in lower case, with single spaces
 */
export function parseCalendarPhrase(phrase: string): Meaning | undefined {
  for (const [form, dayOf] of FORMS) {
    const parts = form.exec(phrase)?.groups as PhraseParts | undefined;
    if (parts === undefined) continue;
    const timeOf = parts.time === undefined ? undefined : parseTime(parts.time);
    if (parts.time !== undefined && timeOf === undefined) return undefined;
    const keepsTime = parts.day === 'day' && parts.step !== undefined;
    return (zone, now) => {
      const [today, clock] = toWallClock(now, zone).split(' ');
      const day = dayOf(Temporal.PlainDate.from(today), parts);
      const time = timeOf?.(zone, now) ?? (keepsTime ? clock : '00:00:00');
      return {
        instant: toInstant(`${day.toString()} ${time}`, zone),
        hasTime: timeOf !== undefined || keepsTime,
      };
    };
  }
  return undefined;
}

type DayOf = (today: Temporal.PlainDate, parts: PhraseParts) => Temporal.PlainDate;

const dayOfMonth: DayOf = (today, { ordinal = '', day = '', step, month, year }) => {
  const first =
    step === undefined
      ? today.with({
          year: yearOf(year, today),
          month: MONTHS.indexOf((month ?? '').slice(0, 3)) + 1,
          day: 1,
        })
      : today.with({ day: 1 }).add({ months: STEPS[step] });
  const last = first.with({ day: first.daysInMonth });
  const isLast = ordinal === 'last';
  if (day === 'day') return isLast ? last : first.add({ days: ORDINALS.indexOf(ordinal) });
  const weekday = weekdayOf(day);
  if (isLast) return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 });
  const ahead = (weekday - first.dayOfWeek + 7) % 7;
  return first.add({ days: ahead + 7 * ORDINALS.indexOf(ordinal) });
};

function yearOf(text: string | undefined, today: Temporal.PlainDate): number {
  const [step = ''] = text?.split(' ') ?? ['this'];
  const years = STEPS[step];
  return years === undefined ? Number(text) : today.year + years;
}

const dayOfWeek: DayOf = (today, { day = '', step = '' }) =>
  today.add({ days: weekdayOf(day) - today.dayOfWeek + 7 * (STEPS[step] ?? 0) });

const FORMS: [RegExp, DayOf][] = [
  [OF_MONTH, dayOfMonth],
  [OF_WEEK, dayOfWeek],
  [OF_TODAY, (today) => today],
];

/** From 1 for Monday to 7 for Sunday. */
const weekdayOf = (name: string): number => WEEKDAYS.indexOf(name.slice(0, 3)) + 1;

/** Parses `9am`, `10:30` or `noon`; undefined for any other text. */
function parseTime(text: string): ((...at: Parameters<Meaning>) => string | undefined) | undefined {
  const known = TIMES[text];
  if (known !== undefined) return () => known;
  const meaning = parsePhrase(`today ${text}`);
  return (
    meaning &&
    ((zone, now) => {
      const reading = meaning(zone, now);
      return reading && toWallClock(reading.instant, zone).slice(11);
    })
  );
}

/** `2027-w10-1`, `2027w101`, `2027-w10`, at the beginning of a phrase. */
const WEEK_DATE = /^(?<year>\d{4})-?w(?<week>\d{2})(?:-?(?<day>[1-7]))?(?=$|[t ])/;
const COMPACT_TIME = /^t\d{4}/;

/**
 * Replaces an ISO 8601 week date by its day, or by its Monday. Other phrases are returned unchanged.
 *
 * @param phrase in lower case
 */
export function withoutWeekDate(phrase: string): string {
  const found = WEEK_DATE.exec(phrase);
  const { year = '', week = '', day = '1' } = found?.groups ?? {};
  if (found === null || year === '0000' || week === '00') return phrase;
  // 4 January is always in the first week.
  const fourth = Temporal.PlainDate.from(`${year}-01-04`);
  const monday = fourth.subtract({ days: fourth.dayOfWeek - 1 }).add({ weeks: Number(week) - 1 });
  if (monday.yearOfWeek !== Number(year)) return phrase;
  const date = monday.add({ days: Number(day) - 1 }).toString();
  const rest = phrase.slice(found[0].length);
  return (COMPACT_TIME.test(rest) ? date.replaceAll('-', '') : date) + rest;
}
