import { monthAt, monthIndex, weekdayOf, WEEKDAYS } from '../../events/series/set';
import { DAY } from './calendar-times';
import { excerpt, PropertyError } from './properties';

interface SplitRule {
  /** Without times of day and numbers of weeks. */
  days: string;
  /** Returns whether a day of `days` is one of the whole rule. */
  isIncluded: (day: number) => boolean;
  /** In milliseconds after midnight, sorted. */
  timesOn: (day: number) => Iterable<number>;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Frequencies of less than a day, with their milliseconds. */
const UNITS: Partial<Record<string, number>> = { HOURLY: HOUR, MINUTELY: MINUTE, SECONDLY: SECOND };

/** BYHOUR, BYMINUTE and BYSECOND; undefined for a part that the rule does not have. */
interface Clock {
  hours?: number[];
  minutes?: number[];
  seconds?: number[];
}

type Parts = Map<string, string>;

/**
 * @param start the local start as if it were UTC; milliseconds since 1970
 * @throws PropertyError
 */
export function splitRule(text: string, start: number, budget: RuleBudget): SplitRule {
  const parts: Parts = new Map(
    text
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=') as [string, string])
      // These values have no effect.
      .filter(([name, value]) => !['RSCALE=GREGORIAN', 'SKIP=OMIT'].includes(`${name}=${value}`)),
  );
  const clock: Clock = {
    hours: numbersOf(parts, 'BYHOUR', 0, 23),
    minutes: numbersOf(parts, 'BYMINUTE', 0, 59),
    // Second 60 is a leap second.
    seconds: numbersOf(parts, 'BYSECOND', 0, 60)?.map((second) => Math.min(second, 59)),
  };
  const unit = UNITS[parts.get('FREQ') ?? ''];
  const weeks = numbersOf(parts, 'BYWEEKNO', -53, 53);
  const timesOn = unit
    ? timesByStep(parts, clock, unit, start, budget)
    : timesByClock(parts, clock, start);
  const isIncluded = weeks ? inWeeks(parts, weeks, start) : () => true;
  const days = [...parts].map((part) => part.filter((each) => each !== undefined).join('='));
  return { days: days.join(';'), isIncluded, timesOn };
}

function timesByClock(parts: Parts, clock: Clock, start: number): SplitRule['timesOn'] {
  const at = new Date(start);
  const times = timesOf({ hours: [at.getUTCHours()], ...startedAt(start), ...defined(clock) });
  if (times.length > 1) assertNoPositions(parts);
  return () => times;
}

/** Returns the times of a rule with a frequency below a day; `parts` become those of its days. */
function timesByStep(
  parts: Parts,
  clock: Clock,
  unit: number,
  start: number,
  budget: RuleBudget,
): SplitRule['timesOn'] {
  assertNoPositions(parts);
  const [interval = 1] = numbersOf(parts, 'INTERVAL', 1, 100_000_000) ?? [];
  parts.set('FREQ', 'DAILY');
  const step = interval * unit;
  const origin = Math.floor(start / unit) * unit;
  const isHour = isIn(clock.hours);
  const isMinute = isIn(unit < HOUR ? clock.minutes : undefined);
  const isSecond = isIn(unit < MINUTE ? clock.seconds : undefined);
  // Times within one step, such as BYMINUTE within an hour.
  const { minutes, seconds } = { ...startedAt(start), ...defined(clock) };
  const within = timesOf({
    hours: [0],
    minutes: unit === HOUR ? minutes : [0],
    seconds: unit === SECOND ? [0] : seconds,
  });
  return function* (day) {
    const midnight = day * DAY;
    const first = (((origin - midnight) % step) + step) % step;
    for (let time = first; time < DAY; time += step) {
      budget.countStep();
      const isTime =
        isHour(Math.floor(time / HOUR)) &&
        isMinute(Math.floor(time / MINUTE) % 60) &&
        isSecond(Math.floor(time / SECOND) % 60);
      if (isTime) for (const later of within) yield time + later;
    }
  };
}

/** Returns whether a day is in one of the weeks; `parts` become those of all days. */
function inWeeks(parts: Parts, weeks: readonly number[], start: number): (day: number) => boolean {
  if (parts.get('FREQ') !== 'YEARLY')
    throw new PropertyError('RRULE: must have BYWEEKNO only with FREQ=YEARLY');
  assertNoPositions(parts);
  const [interval = 1] = numbersOf(parts, 'INTERVAL', 1, 1000) ?? [];
  const first = Math.floor(start / DAY);
  const firstDayOfWeek = WEEKDAYS.findIndex((name) => name === (parts.get('WKST') ?? 'MO'));
  const numbers = new Set(weeks);
  const { year: firstYear } = monthAt(monthIndex(first));
  if (!parts.has('BYYEARDAY')) parts.set('FREQ', 'DAILY');
  if (!['BYDAY', 'BYMONTHDAY', 'BYYEARDAY'].some((name) => parts.has(name)))
    parts.set('BYDAY', WEEKDAYS[weekdayOf(first)]);
  return (day) => {
    const { year, number, fromEnd } = weekOf(day, firstDayOfWeek);
    return (year - firstYear) % interval === 0 && (numbers.has(number) || numbers.has(fromEnd));
  };
}

/** Week 1 is the first one with four days in the year. */
function weekOf(day: number, firstDayOfWeek: number) {
  const firstDay = (one: number): number => one - ((weekdayOf(one) - firstDayOfWeek + 7) % 7);
  const { year, ...month } = monthAt(monthIndex(firstDay(day) + 3));
  const firstOfYear = firstDay(month.firstOfYear + 3);
  const firstOfNext = firstDay(month.lastOfYear + 4);
  const number = (firstDay(day) - firstOfYear) / 7 + 1;
  return { year, number, fromEnd: number - (firstOfNext - firstOfYear) / 7 - 1 };
}

const startedAt = (start: number) => ({
  minutes: [new Date(start).getUTCMinutes()],
  seconds: [new Date(start).getUTCSeconds()],
});

const defined = (clock: Clock): Clock =>
  Object.fromEntries(Object.entries(clock).filter(([, numbers]) => numbers !== undefined));

/** Returns all combinations in milliseconds after midnight, sorted. */
const timesOf = ({ hours, minutes, seconds }: Required<Clock>): number[] =>
  hours.flatMap((hour) =>
    minutes.flatMap((minute) =>
      seconds.map((second) => hour * HOUR + minute * MINUTE + second * SECOND),
    ),
  );

const isIn = (numbers: readonly number[] | undefined): ((number: number) => boolean) =>
  numbers ? (number) => numbers.includes(number) : () => true;

/** Removes a list of numbers from the parts, and returns it sorted. */
function numbersOf(parts: Parts, name: string, least: number, most: number): number[] | undefined {
  const text = parts.get(name);
  if (text === undefined) return undefined;
  parts.delete(name);
  const numbers = text.split(',').map((each) => (/^[+-]?\d{1,9}$/.test(each) ? Number(each) : NaN));
  if (!numbers.every((number) => number >= least && number <= most))
    throw new PropertyError(`RRULE: must have a valid ${name}, not "${excerpt(text)}"`);
  return [...new Set(numbers)].sort((one, other) => one - other);
}

function assertNoPositions(parts: Parts): void {
  if (parts.has('BYSETPOS'))
    throw new PropertyError(
      'RRULE: BYSETPOS with several times a day or with BYWEEKNO cannot be read',
    );
}

/** Days, times and steps of all rules of a recurring event. */
const STEPS_MAX = 50_000;

/** Limits the work for all rules of a recurring event. */
export class RuleBudget {
  private steps = 0;

  countStep(): void {
    if (++this.steps > STEPS_MAX)
      throw new PropertyError('RRULE: has too many times up to the last one that is imported');
  }
}
