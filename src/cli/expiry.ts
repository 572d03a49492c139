import { DateInput, type Zone } from '../platform/dates';

const DURATION = /^(\d{1,5})([hdw])$/;
const HOURS: Record<string, number> = { h: 1, d: 24, w: 7 * 24 };
const HOUR = 3600 * 1000;

/**
 * Parses a duration from now (`12h`, `90d`, `8w`), or a date in a format of the API.
 *
 * @param zone the time zone of dates without an offset
 * @returns undefined for any other text, and for a time in the past
 */
export function readExpiry(text: string, zone: Zone, now: Date): Date | undefined {
  const [, count, unit] = DURATION.exec(text) ?? [];
  const expiry =
    count === undefined
      ? DateInput.read(text)?.in(zone, now)?.instant
      : new Date(now.getTime() + Number(count) * HOURS[unit] * HOUR);
  return expiry && expiry > now ? expiry : undefined;
}
