import { DAY_MILLISECONDS } from '../../platform/dates';
/** The factor between the maximum durations of classes. The last class covers the whole calendar. */
const GROWTH = 4;
const LAST_SPAN = 11;

/** The classes of events by duration. */
export const SPANS: readonly number[] = Array.from({ length: LAST_SPAN + 1 }, (_, span) => span);

/** Returns the maximum duration of a class in days: 1, 4, 16 and so on. */
export const daysOf = (span: number): number => GROWTH ** span;

/**
 * Returns the class of an event by duration. An event that runs at an instant started at most the maximum
 * duration of its class before, so that an index by class and start finds it.
 */
export function spanOf({ start_utc, end_utc }: { start_utc: Date; end_utc: Date }): number {
  const days = (end_utc.getTime() - start_utc.getTime()) / DAY_MILLISECONDS;
  return SPANS.find((span) => days <= daysOf(span)) ?? LAST_SPAN;
}

/** Returns the earliest start of an event of a class that has not ended at an instant. */
export function earliestStart(span: number, at: Date): Date {
  const earliest = at.getTime() - daysOf(span) * DAY_MILLISECONDS;
  return new Date(Math.max(earliest, Date.parse('0001-01-01T00:00:00Z')));
}
