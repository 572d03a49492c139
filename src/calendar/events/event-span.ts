const DAY_MILLISECONDS = 24 * 3_600_000;
/** The classes reach four times as far from one to the next; the last one holds all of the calendar. */
const GROWTH = 4;
const LAST_SPAN = 11;

/** The classes of events by how long they last. */
export const SPANS: readonly number[] = Array.from({ length: LAST_SPAN + 1 }, (_, span) => span);

/** How many days events of a class last at most: 1, 4, 16 and so on. */
export const daysOf = (span: number): number => GROWTH ** span;

/**
 * The class of an event by how long it lasts. What runs at an instant has begun not long before, by
 * the standards of its class, so that an index by class and start finds it.
 */
export function spanOf({ start_utc, end_utc }: { start_utc: Date; end_utc: Date }): number {
  const days = (end_utc.getTime() - start_utc.getTime()) / DAY_MILLISECONDS;
  return SPANS.find((span) => days <= daysOf(span)) ?? LAST_SPAN;
}

/** The earliest start of an event of a class that has not ended at an instant. */
export function earliestStart(span: number, at: Date): Date {
  const earliest = at.getTime() - daysOf(span) * DAY_MILLISECONDS;
  return new Date(Math.max(earliest, Date.parse('0001-01-01T00:00:00Z')));
}

/** The number of a month of UTC, counted through the years. */
export const monthOf = (instant: Date): number =>
  instant.getUTCFullYear() * 12 + instant.getUTCMonth() + 1;

/** The first second of such a month. */
export function startOfMonth(month: number): Date {
  const start = new Date(0);
  start.setUTCFullYear(0, month - 1);
  return start;
}

/** The last second of such a month. */
export const endOfMonth = (month: number): Date =>
  new Date(startOfMonth(month + 1).getTime() - 1000);
