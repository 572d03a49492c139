import { isoOffset } from './utc-offset';
import type { Zone } from './zone';

/** What a clock on the wall shows: `YYYY-MM-DD HH:MM:SS`, years 0001–9999, without offset. */
export type WallClock = string;

/** The parts of a wall clock as zero-padded text (docs/interface.md#records). */
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

/** Whether an instant lies in the years 1 to 9999 of UTC, which is what a record can hold. */
export function isWithinYears(instant: Date): boolean {
  return isInYears(instant.getTime());
}

/** Whether a text is a wall clock of the calendar: no 30 February, no 24:00, no 60th second. */
export function isWallClock(text: string): boolean {
  const ms = parseUtc(text);
  return isInYears(ms) && formatUtc(ms) === text;
}

/**
 * The instant at which the clocks of a zone show a time (docs/dates.md#what-a-write-makes-of-it).
 *
 * A time that summer time skips moves forward, one that comes twice means the first. Near the ends
 * of the calendar the instant may lie outside the years 1 to 9999: see `isWithinYears`.
 *
 * @throws RangeError for a text that is no wall clock.
 */
export function toInstant(wall: WallClock, zone: Zone): Date {
  if (!isWallClock(wall)) throw new RangeError(`Not a wall clock: ${wall}`);
  return new Date(zone.instantOf(parseUtc(wall)));
}

/**
 * What the clocks of a zone show at an instant; fractions of a second are cut.
 *
 * @throws RangeError when that lies outside the years 1 to 9999.
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
 * The wall clock of UTC from what a driver returns for a UTC date column: a `Date` (MySQL, with its
 * time zone set to Z) or `YYYY-MM-DD HH:MM:SS[.fff]` (SQLite).
 */
export function utcText(value: Date | string): WallClock {
  return typeof value === 'string' ? value.slice(0, 19) : formatUtc(value.getTime());
}

/** The parts of a wall clock (docs/interface.md#records). */
export function dateDetails(wall: WallClock): DateDetails {
  return {
    year: wall.slice(0, 4),
    month: wall.slice(5, 7),
    day: wall.slice(8, 10),
    hour: wall.slice(11, 13),
    minutes: wall.slice(14, 16),
    seconds: wall.slice(17, 19),
  };
}

/** 00:00:00 of the same day. */
export function startOfDay(wall: WallClock): WallClock {
  return `${wall.slice(0, 10)} 00:00:00`;
}

/** 23:59:59 of the same day. */
export function endOfDay(wall: WallClock): WallClock {
  return `${wall.slice(0, 10)} 23:59:59`;
}

/**
 * A wall clock with how far it is ahead of UTC, as ISO 8601 has it: `2027-05-01T10:00:00-04:00`.
 *
 * ISO 8601 offsets have no seconds: those of local mean times before the 20th century are rounded.
 *
 * @param utc what a clock of UTC shows at the same instant
 */
export function offsetText(wall: WallClock, utc: WallClock): string {
  const minutes = Math.round((parseUtc(wall) - parseUtc(utc)) / 60_000);
  return `${wall.replace(' ', 'T')}${isoOffset(minutes)}`;
}

function isInYears(ms: number): boolean {
  return ms >= YEAR_1 && ms <= YEAR_9999;
}

function parseUtc(wall: WallClock): number {
  return Date.parse(`${wall.replace(' ', 'T')}Z`);
}

function formatUtc(ms: number): WallClock {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
