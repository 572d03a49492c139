import { parseCalendarPhrase, withoutWeekDate } from './calendar-phrase';
import { type Meaning, parsePhrase, type TextReading } from './date-phrase';
import { addDurations, splitDurations } from './duration';
import { readUtcOffset, Zone, UTC } from './zone';
import { isWithinYears, shownBy, toWallClock, type WallClock } from './wall-clock';

export interface DateReading {
  /** `YYYY-MM-DD HH:MM:SS` in the requested zone. */
  wallClock: WallClock;
  /** In whole seconds. */
  instant: Date;
  /** False for a day without a time: it is 00:00:00. */
  hasTime: boolean;
}

/** In characters. */
export const DATE_MAX = 100;
/** For the years 1 to 9999 in UTC. */
export const TIMESTAMPS = { minimum: -62_135_596_800, maximum: 253_402_300_799 };

const TIMESTAMP = /^@?-?\d{1,12}$/;
const YEAR_OR_COMPACT_DATE = /^(?:\d{4}|\d{8})$/;

const DAY = String.raw`(?<year>\d{4})(?<mark>[-/])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})`;
const TIME = String.raw`(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2})(?:[.,]\d+)?)?`;
// In a query, an unescaped `+` before the offset becomes a space.
const OFFSET = String.raw` ?(?<offset>z|[+-]\d{2}(?::?\d{2})?)| (?<unsigned>\d{2}(?::?\d{2})?)`;
const ISO_DATE = new RegExp(`^${DAY}(?:[t ]${TIME}(?:${OFFSET})?)?$`);
const COMPACT_DATE = new RegExp(
  String.raw`^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})t` +
    String.raw`(?<hours>\d{2})(?<minutes>\d{2})(?<seconds>\d{2})?(?:${OFFSET})?$`,
);
/** An offset with the name of its zone (RFC 9557, RFC 5322, `Date` of JavaScript), which is ignored. */
const NAMED_OFFSET = new RegExp(
  String.raw`(z|gmt|utc|(?<=(?:gmt|utc|:\d{2}(?:[.,]\d{1,9})?|t\d{4,6}) ?)[+-]\d{2}(?::?\d{2})?|(?<=:\d{2}) \d{2}:?\d{2})` +
    String.raw` ?(?:\([^()]*\)|(?:\[[^[\]]*\])+)$`,
);
/** `GMT+0200` whose `+` was not encoded in a query. */
const UNSIGNED_GMT = /(gmt|utc) (?=\d{4}(?: \(|$))/;
/** Spreadsheets count days since 1900: smaller numbers are dates up to 2173, not seconds of 1970. */
const SPREADSHEET_DAYS = 100_000;

/**
 * A date from a client, parsed once (docs/reference/dates.md#date-formats). The meaning of a text without an
 * offset depends on the zone, and that of `tomorrow` on the current time.
 *
 * Numbers of days, as in spreadsheets, are rejected unless they begin with `@`; `2027` and `20270501` because
 * they mean a year and a day rather than seconds; 03/01/2027 because it is ambiguous. Fractions of a second
 * are cut.
 */
export class DateInput {
  private constructor(
    readonly sent: string | number,
    private readonly meaning: Meaning,
  ) {}

  /**
   * @param allows `phrases: false` for long lists: only texts with a phrase take more than microseconds
   * @returns undefined for any value that is not a date in some zone
   */
  static read(input: unknown, allows = { phrases: true }): DateInput | undefined {
    if (typeof input !== 'string' && typeof input !== 'number') return undefined;
    const meaning =
      typeof input === 'number' ? parseTimestamp(input) : parseText(input, allows.phrases);
    const date = meaning && new DateInput(input, meaning);
    // UTC has years 1 to 9999 for every instant that any zone can show.
    return date?.in(UTC) && date;
  }

  /** True when its meaning may change with the time, such as `tomorrow`. */
  get isRelative(): boolean {
    return typeof this.sent === 'string' && !isAbsolute(this.sent);
  }

  /**
   * Text without an offset is a local time in `zone`; an instant is converted to `zone`.
   *
   * @param now the time that phrases are relative to
   * @returns undefined outside the years 1 to 9999, and for a day that the current year lacks
   */
  in(zone: Zone, now = new Date()): DateReading | undefined {
    const reading = this.meaning(zone, now);
    if (!reading) return undefined;
    const instant = new Date(Math.floor(reading.instant.getTime() / 1000) * 1000);
    if (!isWithinYears(instant) || !isWithinYears(instant, zone)) return undefined;
    return { wallClock: toWallClock(instant, zone), instant, hasTime: reading.hasTime };
  }

  /** Returns the local time as written, even if the clocks skip it; undefined for an instant. */
  localTime(zone: Zone, now = new Date()): WallClock | undefined {
    // Read in zones without gaps, on the same day as in the given zone.
    const today = new Date(now.getTime() + zone.offsetAt(now.getTime()));
    const [local, other] = [UTC, NOT_UTC].map((fixed) => this.in(fixed, today)?.wallClock);
    return local === other ? local : undefined;
  }

  /** As sent. */
  toJSON(): string | number {
    return this.sent;
  }
}

/** Has another offset than UTC, which never changes. */
const NOT_UTC = Zone.fixed('UTC+1', 3_600_000);

const phraseOf = (text: string): string =>
  withoutWeekDate(text.trim().toLowerCase().replace(/\s+/g, ' '));

/** True for a timestamp or an ISO date, with or without durations. */
function isAbsolute(input: string): boolean {
  const phrase = phraseOf(input);
  const moment = splitDurations(phrase)?.head ?? phrase;
  return [TIMESTAMP, ISO_DATE, COMPACT_DATE].some((form) => form.test(moment));
}

function parseText(input: string, allowsPhrases: boolean): Meaning | undefined {
  if (input.length > DATE_MAX) return undefined;
  const text = input.trim();
  if (YEAR_OR_COMPACT_DATE.test(text)) return undefined;
  if (text.startsWith('@') && TIMESTAMP.test(text)) return atTimestamp(Number(text.slice(1)));
  if (TIMESTAMP.test(text)) return parseTimestamp(Number(text));
  // The format of responses and of imports, which is by far the most frequent one.
  const shown = shownBy(text);
  if (shown !== undefined) return localTime(shown, true);

  const phrase = phraseOf(text).replace(UNSIGNED_GMT, '$1+').replace(NAMED_OFFSET, '$1');
  const iso = isoParts(phrase);
  if (iso) return parseIso(iso);
  return allowsPhrases ? parsePhrases(phrase) : undefined;
}

function parsePhrases(phrase: string): Meaning | undefined {
  const ofCalendar = parseCalendarPhrase(phrase);
  if (ofCalendar) return ofCalendar;
  const durations = splitDurations(phrase);
  if (!durations) return parseMoment(phrase);
  const from = parseMoment(durations.head || 'now');
  return (
    from &&
    ((zone, now) => {
      const start = from(zone, now);
      return start && addDurations(start, durations, zone);
    })
  );
}

function parseMoment(phrase: string): Meaning | undefined {
  const iso = isoParts(phrase);
  return iso ? parseIso(iso) : parsePhrase(phrase);
}

const isoParts = (phrase: string): Partial<Record<string, string>> | undefined =>
  (ISO_DATE.exec(phrase) ?? COMPACT_DATE.exec(phrase))?.groups;

function parseTimestamp(seconds: number): Meaning | undefined {
  return seconds > 0 && seconds < SPREADSHEET_DAYS ? undefined : atTimestamp(seconds);
}

function atTimestamp(seconds: number): Meaning | undefined {
  if (!Number.isSafeInteger(seconds)) return undefined;
  return meaning({ instant: new Date(seconds * 1000), hasTime: true });
}

function parseIso(parts: Partial<Record<string, string>>): Meaning | undefined {
  const { year, month = '', day = '', hours, minutes = '00', seconds = '00' } = parts;
  const hasTime = hours !== undefined;
  const clock = `${year}-${pad(month)}-${pad(day)} ${pad(hours ?? '00')}:${minutes}:${seconds}`;
  const shown = shownBy(clock);
  if (shown === undefined) return undefined;

  const offsetText = parts.offset ?? (parts.unsigned && `+${parts.unsigned}`);
  if (offsetText === undefined) return localTime(shown, hasTime);
  const offset = readUtcOffset(offsetText);
  if (offset === undefined) return undefined;
  return meaning({ instant: new Date(shown - offset * 60_000), hasTime });
}

const localTime =
  (shown: number, hasTime: boolean): Meaning =>
  (zone) => ({ instant: new Date(zone.instantOf(shown)), hasTime });

const meaning =
  (reading: TextReading): Meaning =>
  () =>
    reading;

function pad(digits: string): string {
  return digits.padStart(2, '0');
}
