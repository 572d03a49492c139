import { DAY_MILLISECONDS, type WallClock } from '../../../../platform/dates';

/** `YYYY-MM-DD`. */
export type Day = string;

/** The number of days since 1970-01-01. */
export type DayNumber = number;

/** 1970-01-01 was a Thursday; 0 is Monday. */
const FIRST_WEEKDAY = 3;

/** The last day of slots: its instants are in the year 9999 in every zone. */
export const LAST_DAY: Day = '9999-12-30';

export const dayNumber = (day: Day): DayNumber =>
  Date.parse(`${dayOf(day)}T00:00:00Z`) / DAY_MILLISECONDS;

export const dayText = (day: DayNumber): Day =>
  new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 10);

/** Returns a function that formats days, fast for days in their order. */
export function dayTexts(): (day: DayNumber) => Day {
  let month = monthAt(monthIndex(0));
  let prefix = dayText(0).slice(0, 8);
  return (day) => {
    if (day < month.first || day > month.last) {
      month = monthAt(monthIndex(day));
      prefix = dayText(day).slice(0, 8);
    }
    return prefix + String(day - month.first + 1).padStart(2, '0');
  };
}

export const dayOf = (wall: WallClock): Day => wall.slice(0, 10);

export const timeOf = (wall: WallClock): string => wall.slice(11);

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: DayNumber): number => (((day + FIRST_WEEKDAY) % 7) + 7) % 7;

export const addYears = (day: DayNumber, years: number): DayNumber => {
  const date = new Date(day * DAY_MILLISECONDS);
  return date.setUTCFullYear(date.getUTCFullYear() + years) / DAY_MILLISECONDS;
};

interface Month {
  year: number;
  /** 1 to 12 */
  month: number;
  first: DayNumber;
  last: DayNumber;
  firstOfYear: DayNumber;
  lastOfYear: DayNumber;
}

/** @param index the number of months since January of the year 0; for the years 100 to 9999 */
export function monthAt(index: number): Month {
  const [year, month] = [Math.floor(index / 12), index % 12];
  const firstOf = (monthOfYear: number) => Date.UTC(year, monthOfYear, 1) / DAY_MILLISECONDS;
  return {
    year,
    month: month + 1,
    first: firstOf(month),
    last: firstOf(month + 1) - 1,
    firstOfYear: firstOf(0),
    lastOfYear: firstOf(12) - 1,
  };
}

export function monthIndex(day: DayNumber): number {
  const date = new Date(day * DAY_MILLISECONDS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
