import { Temporal } from 'temporal-polyfill';

/** `2027-w10-1`, `2027w101`, `2027-w10`, at the beginning of a phrase. */
const WEEK_DATE = /^(?<year>\d{4})-?w(?<week>\d{2})(?:-?(?<day>[1-7]))?(?=$|[t ])/;
const COMPACT_TIME = /^t\d{4}/;

/**
 * Replaces an ISO 8601 week date at the beginning of a phrase by its day, or by its Monday without
 * a day. Other phrases, and weeks that the year lacks, are returned unchanged.
 *
 * @param phrase in lower case
 */
export function withoutWeekDate(phrase: string): string {
  const found = WEEK_DATE.exec(phrase);
  const { year = '', week = '', day = '1' } = found?.groups ?? {};
  if (found === null || year === '0000' || week === '00') return phrase;
  // 4 January is always in the first week.
  const fourth = Temporal.PlainDate.from(`${year}-01-04`);
  const monday = fourth.subtract({ days: fourth.dayOfWeek - 1 }).add({ weeks: Number(week) - 1 });
  if (monday.yearOfWeek !== Number(year)) return phrase;
  const date = monday.add({ days: Number(day) - 1 }).toString();
  const rest = phrase.slice(found[0].length);
  return (COMPACT_TIME.test(rest) ? date.replaceAll('-', '') : date) + rest;
}
