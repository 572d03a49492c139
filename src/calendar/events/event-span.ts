import { DAY_MILLISECONDS } from '../../platform/dates';
/** Each class allows four times the duration of the one before; the last one has no limit. */
const GROWTH = 4;
const LAST_SPAN = 11;

export const SPANS: readonly number[] = Array.from({ length: LAST_SPAN + 1 }, (_, span) => span);

/** 1, 4, 16 and so on. */
export const daysOf = (span: number): number => GROWTH ** span;

/**
 * Returns the duration class of an event. An event in progress started at most the maximum duration of its
 * class ago, so that an index by class and start finds it.
 */
export function spanOf({ start_utc, end_utc }: { start_utc: Date; end_utc: Date }): number {
  const days = (end_utc.getTime() - start_utc.getTime()) / DAY_MILLISECONDS;
  return SPANS.find((span) => days <= daysOf(span)) ?? LAST_SPAN;
}

/** Returns the earliest start of an event of a class that is in progress. */
export function earliestStart(span: number, at: Date): Date {
  const earliest = at.getTime() - daysOf(span) * DAY_MILLISECONDS;
  return new Date(Math.max(earliest, Date.parse('0001-01-01T00:00:00Z')));
}
