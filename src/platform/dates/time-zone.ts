import moment from 'moment-timezone';
import { isoOffset, readUtcOffset, utcOffsetName } from './utc-offset';
import { offsetAt } from './zone-offset';

const LONGEST_INPUT = 100;

const nameByLowerCase = new Map(moment.tz.names().map((name) => [name.toLowerCase(), name]));

/**
 * The name of a time zone as it is stored and answered; contract §2.
 *
 * IANA names in any case get the spelling of the tz database, aliases stay aliases. `Z` is `UTC`.
 * Offsets from −12:00 to +14:00, the ones in use, become `UTC+2`, `UTC-5:30`.
 *
 * @returns undefined for a zone that nobody knows.
 */
export function readTimeZone(input: string): string | undefined {
  if (input.length > LONGEST_INPUT) return undefined;
  const text = input.trim();
  const name = nameByLowerCase.get(text.toLowerCase());
  if (name) return isInRuntime(name) ? name : undefined;
  const minutes = readUtcOffset(text);
  return minutes === undefined ? undefined : utcOffsetName(minutes);
}

/**
 * The abbreviation that people of a zone use at an instant: `EST` or `EDT`, `CEST`, `+0545` where
 * the tz database has no letters, and an offset zone's own name.
 *
 * The runtime decides the offset; where the table of abbreviations ends or disagrees, the zone's
 * latest abbreviation for that offset is taken.
 */
export function timeZoneAbbreviation(zone: string, instant: Date): string {
  const table = moment.tz.zone(zone);
  if (!table) return zone;
  const ms = instant.getTime();
  const minutesWest = -offsetAt(zone, ms) / 60_000;
  const isSame = (offset: number) => Math.abs(offset - minutesWest) < 1;
  if (isSame(table.utcOffset(ms))) return table.abbr(ms);
  const latest = table.offsets.findLastIndex(isSame);
  return table.abbrs[latest] ?? numericAbbreviation(-minutesWest);
}

/** The runtime's own tz database may be older than the table of names. */
function isInRuntime(name: string): boolean {
  try {
    offsetAt(name, 0);
    return true;
  } catch {
    return false;
  }
}

/** As the tz database writes abbreviations without letters: `+0545`, `-03`. */
function numericAbbreviation(minutes: number): string {
  return isoOffset(Math.round(minutes)).replace(':00', '').replace(':', '');
}
