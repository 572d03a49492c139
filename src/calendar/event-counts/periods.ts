import { utcText } from '../../platform/foundation/dates';
import { ALL_EVENTS } from './listed-count.entity';

/** The prefix of `2027-05-01 10:00:00` that names its period. */
const DAY_LENGTH = 10;
const MONTH_LENGTH = 7;

/**
 * Returns whether the periods of a list are days. For one record they are months: by day, most records would
 * have as many counters as events.
 */
export const isByDay = (list: string): boolean => list === ALL_EVENTS;

/** Returns the number of characters in the periods of a list. */
export const periodLength = (list: string): number => (isByDay(list) ? DAY_LENGTH : MONTH_LENGTH);

export const periodOf = (list: string, instant: Date): string =>
  utcText(instant).slice(0, periodLength(list));

const SECOND = 1000;
/** The last second of the years that records can have. No period starts after it. */
export const LAST_SECOND = new Date('9999-12-31T23:59:59Z');

/** A range of instants in whole seconds, both included. A missing bound is open. */
export interface Range {
  from?: Date;
  until?: Date;
}

/** The periods of a list that lie completely within a range. */
export interface WholePeriods {
  /** The start of the first period; undefined: no lower bound. */
  first?: Date;
  /** The end of the last period, exclusive; undefined: no upper bound. */
  end?: Date;
  /** The rest of the range before and after them. */
  edges: Range[];
}

/** @returns undefined if the range has no whole period */
export function wholePeriods(list: string, { from, until }: Range): WholePeriods | undefined {
  const first = from && firstFrom(list, from);
  const end = until && periodStart(list, new Date(until.getTime() + SECOND));
  if (first && (first > LAST_SECOND || (end && first >= end))) return undefined;
  const edges: Range[] = [];
  if (from && first && from < first)
    edges.push({ from, until: new Date(first.getTime() - SECOND) });
  if (until && end && end <= until) edges.push({ from: end, until });
  return { first, end, edges };
}

/**
 * Returns the first second of the period after that of an instant; after `LAST_SECOND` for the last period.
 */
export function nextPeriod(list: string, instant: Date): Date {
  const next = periodStart(list, instant);
  if (isByDay(list)) next.setUTCDate(next.getUTCDate() + 1);
  else next.setUTCMonth(next.getUTCMonth() + 1);
  return next;
}

/** Returns the first second of a period. */
export const startOfPeriod = (period: string): Date =>
  new Date(`${period.padEnd('2027-05-01'.length, '-01')}T00:00:00Z`);

const periodStart = (list: string, instant: Date): Date => startOfPeriod(periodOf(list, instant));

function firstFrom(list: string, from: Date): Date {
  const start = periodStart(list, from);
  return start < from ? nextPeriod(list, from) : start;
}
