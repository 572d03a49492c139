import type { Zone } from './zone';

/** A local time without an offset: `YYYY-MM-DD HH:MM:SS`, years 0001–9999. */
export type WallClock = string;

/** Zero-padded texts. */
export interface DateDetails {
  year: string;
  month: string;
  day: string;
  hour: string;
  minutes: string;
  seconds: string;
}

const YEAR_1 = Date.parse('0001-01-01T00:00:00.000Z');
const YEAR_9999 = Date.parse('9999-12-31T23:59:59.999Z');

/** Without a zone: the years 1 to 9999 of UTC, the range of records. */
export function isWithinYears(instant: Date, zone?: Zone): boolean {
  const ms = instant.getTime();
  return isInYears(ms + (zone?.offsetAt(ms) ?? 0));
}

/** False for 30 February, 24:00 and a 60th second. */
export const isWallClock = (text: string): boolean => shownBy(text) !== undefined;

/** Returns a local time as if it were UTC, in milliseconds since 1970; undefined for an invalid text. */
export function shownBy(text: string): number | undefined {
  const ms = parseUtc(text);
  return isInYears(ms) && formatUtc(ms) === text ? ms : undefined;
}

/**
 * A time that is skipped when summer time begins moves forward; of a time that occurs twice, the first is
 * returned (docs/reference/dates.md#event-dates). Near the limits, the instant may be outside the years 1 to
 * 9999.
 *
 * @throws RangeError for an invalid local time
 */
export function toInstant(wall: WallClock, zone: Zone): Date {
  const shown = shownBy(wall);
  if (shown === undefined) throw new RangeError(`Not a wall clock: ${wall}`);
  return new Date(zone.instantOf(shown));
}

/**
 * Fractions of a second are cut.
 *
 * @throws RangeError outside the years 1 to 9999
 */
export function toWallClock(instant: Date, zone: Zone): WallClock {
  const ms = instant.getTime();
  const shown = ms + zone.offsetAt(ms);
  if (!isInYears(shown)) {
    throw new RangeError(`Outside the years 1 to 9999: ${shown} ms in ${zone.name}`);
  }
  return formatUtc(shown);
}

/**
 * Returns the UTC time of a date column: drivers return a `Date` (MySQL) or `YYYY-MM-DD HH:MM:SS[.fff]`
 * (SQLite).
 */
export function utcText(value: Date | string): WallClock {
  return typeof value === 'string' ? value.slice(0, 19) : formatUtc(value.getTime());
}

export function dateDetails(wall: WallClock): DateDetails {
  const [year, month, day, hour, minutes, seconds] = wall.split(/\D/);
  return { year, month, day, hour, minutes, seconds };
}

export function startOfDay(wall: WallClock): WallClock {
  return `${wall.slice(0, 10)} 00:00:00`;
}

export function endOfDay(wall: WallClock): WallClock {
  return `${wall.slice(0, 10)} 23:59:59`;
}

/**
 * One second before the next day begins. Where the clocks go back at midnight, as in Cairo, 23:59:59 occurs
 * twice, and this is the second one.
 */
export function lastSecondOfDay(wall: WallClock, zone: Zone): Date {
  return new Date(zone.instantOf(parseUtc(endOfDay(wall)) + 1000) - 1000);
}

/**
 * Formats as RFC 3339: `2027-05-01T10:00:00-04:00`. Its offsets have no seconds, so local mean times before
 * the 20th century are returned in UTC.
 *
 * @param utc the UTC time of the same instant
 */
export function offsetText(wall: WallClock, utc: WallClock): string {
  const minutes = (parseUtc(wall) - parseUtc(utc)) / 60_000;
  return Number.isInteger(minutes)
    ? `${wall.replace(' ', 'T')}${isoOffset(minutes)}`
    : rfc3339(utc);
}

/** `2027-05-01T10:00:00Z`. */
export function rfc3339(utc: WallClock): string {
  return `${utc.replace(' ', 'T')}Z`;
}

/** ISO 8601: `+00:00`, `-05:30`. */
function isoOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${hours}:${String(size % 60).padStart(2, '0')}`;
}

function isInYears(ms: number): boolean {
  return ms >= YEAR_1 && ms <= YEAR_9999;
}

function parseUtc(wall: WallClock): number {
  return Date.parse(rfc3339(wall));
}

function formatUtc(ms: number): WallClock {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
