import type { ParsedComponents } from 'chrono-node';
import { casual } from 'chrono-node/en';
import { Temporal } from 'temporal-polyfill';
import { isWallClock, toInstant, toWallClock, type WallClock } from './wall-clock';
import type { Zone } from './zone';
import { UTC } from './zone-rules';

/** The instant that a text names, and whether it says the time of the day. */
export interface TextReading {
  instant: Date;
  hasTime: boolean;
}

// Durations are counted by `addDurations`; chrono's expressions for them take the longest by far.
const chrono = casual.clone();
chrono.parsers = chrono.parsers.filter(({ constructor }) => !constructor.name.includes('TimeUnit'));

const PHRASE_CHARACTERS = /^(?=.*[a-z])[a-z0-9](?:[a-z0-9 ,.:'+-]*[a-z0-9.])?$/;
const MONTH_NAME = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/;

/**
 * Reads an English phrase for a moment: `now`, `tomorrow 9am`, `next wednesday 4pm`,
 * `1 May 2027 10:00` (docs/dates.md#what-is-read). A day without a time is its 00:00.
 *
 * @param phrase in lower case, not longer than a line, with single blanks.
 * @returns undefined unless the whole phrase names one moment.
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

/** Chrono finds dates anywhere in a text; here the text must be one date and nothing else. */
function parseWhole(phrase: string, today: Temporal.PlainDate): ParsedComponents | undefined {
  if (!PHRASE_CHARACTERS.test(phrase)) return undefined;
  // Chrono reckons with the process's own time zone, in which noon exists on every day.
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
  // Chrono would count durations in the process's time zone: `addDurations` does that instead.
  if (tags.has('result/relativeDate') || tags.has('casualReference/now')) return undefined;
  if (!parsed.isCertain('day')) return readWeekday(parsed, phrase, today);

  // Without a year it is the current one, as in PHP's strtotime, by which the vendor reads.
  const year = parsed.isCertain('year') ? parsed.get('year') : today.year;
  const month = parsed.get('month');
  if (!tags.has('parser/ENCasualDateParser')) {
    // 03-01-2027 may be in March or in January, and 27 may be a day or a year.
    const isoMonth = /^\d{4}-(\d{1,2})-/.exec(phrase)?.[1];
    const isMonthClear = isoMonth ? Number(isoMonth) === month : MONTH_NAME.test(phrase);
    const isYearClear = !parsed.isCertain('year') || phrase.includes(String(year));
    if (!isMonthClear || !isYearClear) return undefined;
  }
  return `${pad(year, 4)}-${pad(month)}-${pad(parsed.get('day'))}`;
}

/**
 * Weekdays count as in PHP's strtotime: `next` is the coming one and never today, `last` the one
 * before today, a bare or `this` one may be today. Chrono's `next wednesday` can be nine days away.
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
  // Chrono supposes noon for a day without a time, and other hours for "morning" or "tonight".
  return parsed.get('hour') === 12 ? '00:00:00' : undefined;
}

function contradictsWeekday(parsed: ParsedComponents, clock: WallClock): boolean {
  if (!parsed.isCertain('weekday')) return false;
  return Temporal.PlainDate.from(clock.slice(0, 10)).dayOfWeek % 7 !== parsed.get('weekday');
}

function pad(value: number | null, width = 2): string {
  return String(value ?? 0).padStart(width, '0');
}
