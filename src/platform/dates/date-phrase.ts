import type { ParsedComponents } from 'chrono-node';
import { casual } from 'chrono-node/en';
import { Temporal } from 'temporal-polyfill';
import { isWallClock, toInstant, toWallClock, type WallClock } from './wall-clock';
import type { Zone } from './zone';
import { UTC } from './zone-rules';

/** The instant of a text, and whether the text contains a time of day. */
export interface TextReading {
  instant: Date;
  hasTime: boolean;
}

// `addDurations` handles durations; chrono's parsers for them are by far the slowest.
const chrono = casual.clone();
chrono.parsers = chrono.parsers.filter(({ constructor }) => !constructor.name.includes('TimeUnit'));

const PHRASE_CHARACTERS = /^(?=.*[a-z])[a-z0-9](?:[a-z0-9 ,.:'+-]*[a-z0-9.])?$/;
const MONTH_NAME = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/;

/**
 * Parses an English phrase: `now`, `tomorrow 9am`, `next wednesday 4pm`, `1 May 2027 10:00`
 * (docs/dates.md#what-is-read). A day without a time means 00:00.
 *
 * @param phrase in lower case, not longer than a line, with single spaces.
 * @returns undefined unless the whole phrase is one date.
 */
export function readPhrase(phrase: string, zone: Zone, now: Date): TextReading | undefined {
  if (phrase === 'now') return { instant: now, hasTime: true };

  const today = Temporal.PlainDate.from(toWallClock(now, zone).slice(0, 10));
  const parsed = parseWhole(phrase, today);
  if (!parsed) return undefined;

  const day = readDay(parsed, phrase, today);
  const time = readTime(parsed);
  if (!day || !time) return undefined;
  const clock = `${day} ${time}`;
  if (!isWallClock(clock) || contradictsWeekday(parsed, clock)) return undefined;

  const hasTime = parsed.isCertain('hour');
  const offset = parsed.isCertain('timezoneOffset') ? parsed.get('timezoneOffset') : null;
  if (offset === null) return { instant: toInstant(clock, zone), hasTime };
  // Abbreviations such as CST or IST mean several zones each, so only offsets are taken.
  if (!/(?:utc|gmt|[+-]\d[\d:]*)$/.test(phrase)) return undefined;
  return { instant: new Date(toInstant(clock, UTC).getTime() - offset * 60_000), hasTime };
}

/** Chrono finds dates anywhere in a text; here the whole text must be one date. */
function parseWhole(phrase: string, today: Temporal.PlainDate): ParsedComponents | undefined {
  if (!PHRASE_CHARACTERS.test(phrase)) return undefined;
  // Chrono calculates in the time zone of the process, in which noon exists on every day.
  const noon = new Date(today.year, today.month - 1, today.day, 12);
  const [result, ...others] = chrono.parse(phrase, noon);
  const isWhole = result?.text === phrase && others.length === 0 && !result.end;
  return isWhole ? result.start : undefined;
}

function readDay(
  parsed: ParsedComponents,
  phrase: string,
  today: Temporal.PlainDate,
): string | undefined {
  const tags = parsed.tags();
  // Chrono would add durations in the time zone of the process; `addDurations` does it instead.
  if (tags.has('result/relativeDate') || tags.has('casualReference/now')) return undefined;
  if (!parsed.isCertain('day')) return readWeekday(parsed, phrase, today);

  // A date without a year is in the current year, as in PHP's strtotime, which The Events Calendar
  // uses.
  const year = parsed.isCertain('year') ? parsed.get('year') : today.year;
  const month = parsed.get('month');
  if (!tags.has('parser/ENCasualDateParser')) {
    // Ambiguous: 03-01-2027 may be in March or in January, and 27 may be a day or a year.
    const isoMonth = /^\d{4}-(\d{1,2})-/.exec(phrase)?.[1];
    const isMonthClear = isoMonth ? Number(isoMonth) === month : MONTH_NAME.test(phrase);
    const isYearClear = !parsed.isCertain('year') || phrase.includes(String(year));
    if (!isMonthClear || !isYearClear) return undefined;
  }
  return `${pad(year, 4)}-${pad(month)}-${pad(parsed.get('day'))}`;
}

/**
 * Weekdays mean the same as in PHP's strtotime: `next` is the next one after today, `last` the last
 * one before today, and without a word or with `this` it may be today. Chrono's `next wednesday`
 * can be nine days away.
 */
function readWeekday(
  parsed: ParsedComponents,
  phrase: string,
  today: Temporal.PlainDate,
): string | undefined {
  const weekday = parsed.isCertain('weekday') ? parsed.get('weekday') : null;
  if (weekday === null || phrase.includes('week')) return undefined;
  const ahead = (weekday - today.dayOfWeek + 7) % 7;
  if (phrase.includes('next')) return today.add({ days: ahead || 7 }).toString();
  if (/last|past/.test(phrase)) return today.add({ days: ahead - 7 }).toString();
  return today.add({ days: ahead }).toString();
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
