import type { Chrono, ParsedComponents } from 'chrono-node';
import type * as English from 'chrono-node/en';
import { Temporal } from 'temporal-polyfill';
import { onDemand } from '../shared';
import { isWallClock, toInstant, toWallClock, type WallClock } from './wall-clock';
import { type Zone, UTC } from './zone';

export interface TextReading {
  instant: Date;
  hasTime: boolean;
}

/** Returns undefined if the text is no date there, such as 29 February of a year without that day. */
export type Meaning = (zone: Zone, now: Date) => TextReading | undefined;

const english = onDemand<typeof English>('chrono-node/en', __filename);

function chrono(): Chrono {
  const parser = english().casual.clone();
  // `addDurations` handles durations; chrono's parsers for them are by far the slowest.
  parser.parsers = parser.parsers.filter(
    ({ constructor }) => !constructor.name.includes('TimeUnit'),
  );
  return parser;
}

const PHRASE_CHARACTERS = /^(?=.*[a-z])[a-z0-9](?:[a-z0-9 ,.:'+-]*[a-z0-9.])?$/;
const MONTH_NAME = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/;

/**
 * The reference day for chrono; its result is applied to the current day. A leap day, because chrono rejects
 * 29 February without a year when the nearest year lacks it.
 */
const REFERENCE = Temporal.PlainDate.from('2028-02-29');
/** The farthest day with a word of its own: `overmorrow` in chrono. */
const CASUAL_DAYS = 2;

/**
 * Parses `now`, `tomorrow 9am`, `next wednesday 4pm`, `1 May 2027 10:00`
 * (docs/reference/dates.md#date-formats).
 *
 * @param phrase in lower case, not longer than a line, with single spaces
 * @returns undefined unless the whole phrase is one date
 */
export function parsePhrase(phrase: string): Meaning | undefined {
  if (phrase === 'now') return (_zone, now) => ({ instant: now, hasTime: true });

  const parsed = parseWhole(phrase);
  const dayFrom = parsed && parseDay(parsed, phrase);
  const time = parsed && readTime(parsed);
  if (!dayFrom || time === undefined) return undefined;

  const hasTime = parsed.isCertain('hour');
  const offset = parsed.isCertain('timezoneOffset') ? parsed.get('timezoneOffset') : null;
  // Abbreviations such as CST or IST mean several zones each, so only offsets are accepted.
  if (offset !== null && !/(?:utc|gmt|[+-]\d[\d:]*)$/.test(phrase)) return undefined;

  return (zone, now) => {
    const today = Temporal.PlainDate.from(toWallClock(now, zone).slice(0, 10));
    const clock = `${dayFrom(today)} ${time}`;
    if (!isWallClock(clock) || contradictsWeekday(parsed, clock)) return undefined;
    if (offset === null) return { instant: toInstant(clock, zone), hasTime };
    return { instant: new Date(toInstant(clock, UTC).getTime() - offset * 60_000), hasTime };
  };
}

/** Chrono finds dates anywhere in a text; here the whole text must be one date. */
function parseWhole(phrase: string): ParsedComponents | undefined {
  if (!PHRASE_CHARACTERS.test(phrase)) return undefined;
  // Chrono calculates in the time zone of the process, in which noon exists on every day.
  const noon = new Date(REFERENCE.year, REFERENCE.month - 1, REFERENCE.day, 12);
  const [result, ...others] = chrono().parse(phrase, noon);
  const isWhole = result?.text === phrase && others.length === 0 && !result.end;
  return isWhole ? result.start : undefined;
}

/** Returns `YYYY-MM-DD`; such a day need not exist. */
type DayFrom = (today: Temporal.PlainDate) => string;

function parseDay(parsed: ParsedComponents, phrase: string): DayFrom | undefined {
  const tags = parsed.tags();
  // Chrono would add durations in the time zone of the process; `addDurations` does it instead.
  if (tags.has('result/relativeDate') || tags.has('casualReference/now')) return undefined;
  if (!parsed.isCertain('day')) return parseWeekday(parsed, phrase);

  const year = parsed.isCertain('year') ? parsed.get('year') : null;
  const monthAndDay = `${pad(parsed.get('month'))}-${pad(parsed.get('day'))}`;
  if (tags.has('parser/ENCasualDateParser')) {
    const days = REFERENCE.until(`${pad(year, 4)}-${monthAndDay}`).days;
    if (Math.abs(days) <= CASUAL_DAYS) return (today) => today.add({ days }).toString();
  } else {
    // Ambiguous: 03-01-2027 may be in March or in January, and 27 may be a day or a year.
    const isoMonth = /^\d{4}-(\d{1,2})-/.exec(phrase)?.[1];
    const isMonthClear = isoMonth
      ? Number(isoMonth) === parsed.get('month')
      : MONTH_NAME.test(phrase);
    const isYearClear = year === null || phrase.includes(String(year));
    if (!isMonthClear || !isYearClear) return undefined;
  }
  // As in PHP's strtotime, which The Events Calendar uses.
  return (today) => `${pad(year ?? today.year, 4)}-${monthAndDay}`;
}

/**
 * As in PHP's strtotime: `next` is after today, `last` before today, and without a word it may be today.
 * Chrono's `next wednesday` can be nine days away.
 */
function parseWeekday(parsed: ParsedComponents, phrase: string): DayFrom | undefined {
  const weekday = parsed.isCertain('weekday') ? parsed.get('weekday') : null;
  if (weekday === null || phrase.includes('week')) return undefined;
  const isNext = phrase.includes('next');
  const isLast = /last|past/.test(phrase);
  return (today) => {
    const ahead = (weekday - today.dayOfWeek + 7) % 7;
    const days = isNext ? ahead || 7 : isLast ? ahead - 7 : ahead;
    return today.add({ days }).toString();
  };
}

function readTime(parsed: ParsedComponents): string | undefined {
  if (parsed.isCertain('hour')) {
    return `${pad(parsed.get('hour'))}:${pad(parsed.get('minute'))}:${pad(parsed.get('second'))}`;
  }
  // Chrono assumes noon for a day without a time, and other hours for "morning" or "tonight".
  return parsed.get('hour') === 12 ? '00:00:00' : undefined;
}

function contradictsWeekday(parsed: ParsedComponents, clock: WallClock): boolean {
  if (!parsed.isCertain('weekday')) return false;
  return Temporal.PlainDate.from(clock.slice(0, 10)).dayOfWeek % 7 !== parsed.get('weekday');
}

function pad(value: number | null, width = 2): string {
  return String(value ?? 0).padStart(width, '0');
}
