import { isByDay, periodOf } from './periods';

const SECOND = 1000;
/** The last second of the years that records can have: no period is named after it. */
export const LAST_SECOND = new Date('9999-12-31T23:59:59Z');

/** Instants in whole seconds, both included; without a bound all of them. */
export interface Range {
  from?: Date;
  until?: Date;
}

/** The periods of a list that a range has from their first second to their last. */
export interface WholePeriods {
  /** The first one; undefined: all that are earlier. */
  first?: Date;
  /** The one after the last; undefined: all that are later. */
  end?: Date;
  /** What is left of the range before and after them. */
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

/** The first second of the period of a list after that of an instant; after `LAST_SECOND` for the last one. */
export function nextPeriod(list: string, instant: Date): Date {
  const next = periodStart(list, instant);
  if (isByDay(list)) next.setUTCDate(next.getUTCDate() + 1);
  else next.setUTCMonth(next.getUTCMonth() + 1);
  return next;
}

/** The first second of a period, by its name. */
export const startOfPeriod = (period: string): Date =>
  new Date(`${period.padEnd('2027-05-01'.length, '-01')}T00:00:00Z`);

const periodStart = (list: string, instant: Date): Date => startOfPeriod(periodOf(list, instant));

function firstFrom(list: string, from: Date): Date {
  const start = periodStart(list, from);
  return start < from ? nextPeriod(list, from) : start;
}
