import { Temporal } from 'temporal-polyfill';
import type { TextReading } from './date-phrase';
import { temporalZone } from './zone-offset';

const STEP = String.raw`(?:([+-]? ?\d{1,9}) ?|(next|last|previous) )(second|sec|minute|min|hour|day|week|month|year)s?\b`;
const EACH_STEP = new RegExp(STEP, 'g');
// After another moment the first step has a sign: "may 2 days" is no date.
const STEPS = new RegExp(`(?:^(?:in )?| (?=[+-]))(?<steps>(?:${STEP} ?)+)(?<ago>ago)?$`);

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
const CALENDAR_UNITS = new Set(['days', 'weeks', 'months', 'years']);

/** Durations at the end of a text, and the text before them, which they count from. */
export interface Durations {
  head: string;
  steps: string;
  direction: 1 | -1;
}

/**
 * Splits `+2 weeks`, `next year`, `in 3 days`, `2 hours ago` or `next tuesday +2 hours`.
 *
 * @returns undefined for a text that does not end so.
 */
export function splitDurations(text: string): Durations | undefined {
  const match = STEPS.exec(text);
  if (!match) return undefined;
  const { steps = '', ago } = match.groups ?? {};
  return { head: text.slice(0, match.index), steps, direction: ago ? -1 : 1 };
}

/**
 * Counts durations on the clocks of a zone, one after the other: days and longer keep the time of
 * the clock across summer time, hours and shorter are elapsed time.
 *
 * @returns undefined when they lead farther than the calendar reaches.
 */
export function addDurations(
  from: TextReading,
  { steps, direction }: Durations,
  zone: string,
): TextReading | undefined {
  let { hasTime } = from;
  let at = Temporal.Instant.fromEpochMilliseconds(from.instant.getTime()).toZonedDateTimeISO(
    temporalZone(zone),
  );
  try {
    for (const [, count, which, name] of steps.matchAll(EACH_STEP)) {
      const unit = DURATION_UNITS[name as keyof typeof DURATION_UNITS];
      const amount = which ? (which === 'next' ? 1 : -1) : Number(count.replace(' ', ''));
      at = at.add({ [unit]: amount * direction });
      hasTime ||= !CALENDAR_UNITS.has(unit);
    }
  } catch {
    return undefined; // Farther than Temporal's calendar reaches.
  }
  return { instant: new Date(at.epochMilliseconds), hasTime };
}
