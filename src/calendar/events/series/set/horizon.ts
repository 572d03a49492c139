import type { Day } from './days';

/**
 * Returns the last day for which occurrences exist: the last day of a month (UTC).
 *
 * @param months the setting SERIES_MONTHS. One month more exists, so that the default window of lists is complete
 * when the horizon is moved a month late
 */
export function horizonOf(now: Date, months: number): Day {
  const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + 2, 0);
  return new Date(last).toISOString().slice(0, 10);
}

/** Returns the number of occurrences that one write may touch: enough for one on every day up to the horizon. */
export const writeLimit = (months: number): number => 40 * (months + 1);
