import { Temporal } from 'temporal-polyfill';
import type { TextReading } from './date-phrase';
import { DAY_MILLISECONDS, type Zone } from './zone';

const STEP =
  /(?:([+-] ?)?(\d{1,9}) ?|(next|last|previous|this(?= year$)) )(second|sec|minute|min|hour|day|weekday|week|month|year)s?\b ?/g;
/** May precede a year in words: `1 january next year`. */
const DAY_OF_YEAR = /^(?=.*\d)(?=.*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)).* $/;
const YEAR_IN_WORDS = /^[a-z]+ year$/;
const AGO = ' ago';

const WORDS: Record<string, number> = { next: 1, last: -1, previous: -1, this: 0 };

const DURATION_UNITS = {
  second: 'seconds',
  sec: 'seconds',
  minute: 'minutes',
  min: 'minutes',
  hour: 'hours',
  day: 'days',
  week: 'weeks',
  month: 'months',
  year: 'years',
} as const;
const WEEKDAY = 'weekday';
const CALENDAR_UNITS = new Set(['days', 'weeks', 'months', 'years']);

/** Durations at the end of a text, and the text before them. */
interface Durations {
  head: string;
  steps: RegExpExecArray[];
  direction: 1 | -1;
}

/**
 * Splits `+2 weeks`, `next year`, `in 3 days`, `2 hours ago` or `next tuesday +2 hours`, in linear time.
 *
 * @returns undefined for a text that does not end with a duration
 */
export function splitDurations(text: string): Durations | undefined {
  const isAgo = text.endsWith(AGO);
  const steps = lastSteps(isAgo ? text.slice(0, -AGO.length) : text);
  for (const [position, { index }] of steps.entries()) {
    const head = headBefore(index, text);
    if (head !== undefined)
      return { head, steps: steps.slice(position), direction: isAgo ? -1 : 1 };
  }
  return undefined;
}

function lastSteps(text: string): RegExpExecArray[] {
  let steps: RegExpExecArray[] = [];
  let end = 0;
  for (const step of text.matchAll(STEP)) {
    if (step.index !== end) steps = [];
    steps.push(step);
    end = step.index + step[0].length;
  }
  return end === text.length ? steps : [];
}

/** Returns undefined where no duration can begin: "may 2 days" is no date. */
function headBefore(index: number, text: string): string | undefined {
  const head = text.slice(0, index);
  if (head === '' || head === 'in ') return text.startsWith('this', index) ? undefined : '';
  if (DAY_OF_YEAR.test(head) && YEAR_IN_WORDS.test(text.slice(index))) return head.slice(0, -1);
  const isSigned = text[index] === '+' || text[index] === '-';
  return isSigned && head.endsWith(' ') ? head.slice(0, -1) : undefined;
}

/**
 * Days and longer units keep the local time when summer time begins or ends; hours are elapsed time. Weekdays
 * are counted last, as in PHP; `next weekday` is a day, at 00:00.
 *
 * @returns undefined outside of the calendar's range
 */
export function addDurations(
  from: TextReading,
  { steps, direction }: Durations,
  zone: Zone,
): TextReading | undefined {
  let { hasTime } = from;
  let ms = from.instant.getTime();
  try {
    const isLate = ([, , , , unit]: RegExpExecArray): boolean => unit === WEEKDAY;
    for (const step of [...steps.filter((one) => !isLate(one)), ...steps.filter(isLate)]) {
      const [, sign = '', count, which, name] = step;
      const amount = which ? WORDS[which] : Number(`${sign.trim()}${count}`);
      if (name === WEEKDAY) {
        const later = addWeekdays(ms + zone.offsetAt(ms), amount * direction);
        const isDay = which !== undefined;
        ms = zone.instantOf(
          isDay ? Math.floor(later / DAY_MILLISECONDS) * DAY_MILLISECONDS : later,
        );
        hasTime &&= !isDay;
        continue;
      }
      const unit = DURATION_UNITS[name as keyof typeof DURATION_UNITS];
      const isOfCalendar = CALENDAR_UNITS.has(unit);
      if (amount !== 0) {
        const clock = ms + (isOfCalendar ? zone.offsetAt(ms) : 0);
        const later = addInUtc(clock, { [unit]: amount * direction });
        ms = isOfCalendar ? zone.instantOf(later) : later;
      }
      hasTime ||= !isOfCalendar;
    }
  } catch {
    return undefined; // Outside the range of Temporal's calendar.
  }
  return { instant: new Date(ms), hasTime };
}

/** Adding 0 on a weekend results in Monday. */
function addWeekdays(clock: number, amount: number): number {
  // From 0 for Monday; 1 January 1970 was a Thursday.
  const weekday = (((Math.floor(clock / DAY_MILLISECONDS) + 3) % 7) + 7) % 7;
  // Forwards, a weekend counts as its Friday; backwards, as the Monday after it.
  const later = Math.min(weekday, amount > 0 ? 4 : 5) + amount;
  const weeks = Math.floor(later / 5);
  return addInUtc(clock, { days: weeks * 7 + (later - weeks * 5) - weekday });
}

/** UTC has no summer time; milliseconds since 1970. */
function addInUtc(ms: number, duration: Temporal.DurationLike): number {
  const clock = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC');
  return clock.add(duration).epochMilliseconds;
}
