import { DateInput, UTC } from '../../../platform/dates';

/** The first number of a date with slashes; undefined if no date of the table shows it. */
export type DateOrder = 'day' | 'month' | undefined;

const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?=$|[ T])/;
/** German dates with points, and dates with hyphens. */
const DAY_FIRST = /^(\d{1,2})([.-])(\d{1,2})\2(\d{4}|\d{2})(?=$|[ T])/;
const YEAR_FIRST = /^\d{4}([-/])\d{1,2}\1\d{1,2}/;
const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}))?\s*([ap])?\.?m?\.?$/i;

/** An ambiguous date, a number, or a text that is no time. */
export class DateError extends Error {
  constructor(
    readonly part: 'Date' | 'Time',
    message: string,
  ) {
    super(message);
  }
}

/** Finds out from all dates with slashes whether the day or the month comes first. */
export class DateOrders {
  private readonly first = { day: false, month: false };

  add(text: string): void {
    const [, one, other] = SLASHES.exec(text) ?? [];
    if (Number(one) > 12) this.first.day = true;
    if (Number(other) > 12) this.first.month = true;
  }

  get order(): DateOrder {
    const { day, month } = this.first;
    if (day === month) return undefined;
    return day ? 'day' : 'month';
  }
}

/**
 * Returns a date as the API accepts it: `2027-05-01`, with the time if there is one. Other formats of the API are
 * returned unchanged.
 *
 * @param time of another column; empty without one
 * @throws DateError for a number, a wrong time, and a date such as 03/01/2027 whose order is unknown
 */
export function tableDate(text: string, time: string, order: DateOrder): string {
  if (/^\d+(?:[.,]\d+)?$/.test(text))
    throw new DateError('Date', 'must be a date such as 2027-05-01, not a number');
  const date = dayOf(text, order);
  if (time === '') return date;
  const [day = localDay(date) ?? date] = YEAR_FIRST.exec(date) ?? [];
  return `${day} ${timeOf(time)}`;
}

/** Returns the day of a date in a format of the API, such as `Saturday, 1 May 2027`, as `2027-05-01`. */
export const localDay = (text: string): string | undefined =>
  DateInput.read(text)?.localTime(UTC)?.slice(0, 10);

function dayOf(text: string, order: DateOrder): string {
  const pointed = DAY_FIRST.exec(text);
  if (pointed) {
    const [all, day, , month, year] = pointed;
    return isoDay(year, month, day) + text.slice(all.length);
  }
  const slashed = SLASHES.exec(text);
  if (!slashed) return text;
  const [all, one, other, year] = slashed;
  const monthFirst = isoDay(year, one, other);
  const dayFirst = isoDay(year, other, one);
  const isClear = one === other || Math.max(Number(one), Number(other)) > 12;
  if (order === undefined && !isClear)
    throw new DateError('Date', `${all} has two meanings: write ${monthFirst} or ${dayFirst}`);
  const isDayFirst = order === 'day' || Number(one) > 12;
  return (isDayFirst ? dayFirst : monthFirst) + text.slice(all.length);
}

const isoDay = (year: string, month: string, day: string): string =>
  `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Returns a time in 24 hours; other formats of the API are returned unchanged. */
function timeOf(text: string): string {
  const [all, hours, minutes = '00', seconds = '00', half] = TIME.exec(text) ?? [];
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  const time = all === undefined ? text : `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
  if (!DateInput.read(`2027-05-01 ${time}`))
    throw new DateError('Time', 'must be a time such as 19:30 or 7:30 PM');
  return time;
}
