import { isWallClock, toInstant, UTC } from '../../../../platform/dates';
import {
  FREQUENCIES,
  type Frequency,
  type Weekday,
  type WeekdayNumber,
  WEEKDAYS,
} from './series-set';
import type { Until } from './rule-text';

export interface PartReader<Value> {
  /** Returns undefined for an invalid value. */
  read: (text: string) => Value | undefined;
  /** For error messages. */
  allowed: string;
}

const INTEGER = /^[+-]?\d{1,5}$/;
const WEEKDAY_NUMBER = /^(?<ordinal>[+-]?\d{1,2})?(?<weekday>[A-Z]{2})$/;
const LAST =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})(?<utc>Z)?)?$/;

/** A year has up to 53 of a weekday. */
const ORDINAL_MAX = 53;

export const FREQUENCY: PartReader<Frequency> = {
  read: (text) => FREQUENCIES.find((frequency) => frequency === text),
  allowed: FREQUENCIES.join(', '),
};

export const WEEKDAY: PartReader<Weekday> = {
  read: (text) => WEEKDAYS.find((weekday) => weekday === text),
  allowed: WEEKDAYS.join(', '),
};

export const WEEKDAY_NUMBERS = listOf<WeekdayNumber>({
  read: (text) => {
    const parts = WEEKDAY_NUMBER.exec(text)?.groups;
    const weekday = WEEKDAY.read(parts?.weekday ?? '');
    const ordinal = parts?.ordinal === undefined ? 0 : signed(ORDINAL_MAX).read(parts.ordinal);
    return weekday && ordinal !== undefined ? { ordinal, weekday } : undefined;
  },
  allowed: `${WEEKDAYS.join(', ')}, monthly and yearly also with a number up to ${ORDINAL_MAX} as in 2TU or -1FR`,
});

export const UNTIL: PartReader<Until> = {
  read: (text) => {
    const parts = LAST.exec(text)?.groups as Partial<Record<string, string>> | undefined;
    if (!parts) return undefined;
    const { year, month, day, hour = '00', minute = '00', second = '00', utc } = parts;
    const wall = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
    if (!isWallClock(wall)) return undefined;
    if (parts.hour === undefined) return { day: wall.slice(0, 10) };
    return utc === undefined ? { wall } : { instant: toInstant(wall, UTC) };
  },
  allowed: 'a day such as 20271231 or an instant such as 20271231T190000Z',
};

export const positive = (most: number): PartReader<number> => ({
  read: (text) => {
    const value = INTEGER.test(text) ? Number(text) : 0;
    return value >= 1 && value <= most ? value : undefined;
  },
  allowed: `an integer between 1 and ${most}`,
});

/** Reads 1 to `most`, or -1 to -`most`. */
export const signed = (most: number): PartReader<number> => ({
  read: (text) => {
    const value = INTEGER.test(text) ? Number(text) : 0;
    return value !== 0 && Math.abs(value) <= most ? value : undefined;
  },
  allowed: `an integer between 1 and ${most} or between -${most} and -1`,
});

export function listOf<Value>({ read, allowed }: PartReader<Value>): PartReader<Value[]> {
  return {
    read: (text) => {
      const values = text.split(',').map(read);
      return values.includes(undefined) ? undefined : (values as Value[]);
    },
    allowed: `${allowed}; several are separated by commas`,
  };
}
