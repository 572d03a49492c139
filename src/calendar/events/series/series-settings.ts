import { described, SettingsOf, wholeNumber } from '../../../platform/config';
import type { RequestContext } from '../../../platform/http/context';
import type { Reach } from './plan';
import type { Day } from './set';

/** The settings of series, as listed in the README. */
export class SeriesSettings extends SettingsOf({
  SERIES_MONTHS: described(
    'Months for which the occurrences of series exist in advance',
    wholeNumber(1, 60)({ default: 24 }),
  ),
}) {}

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

/** Returns the time of a request, and the last day for which it makes occurrences. */
export const reachOf = ({ now, site }: RequestContext): Reach => ({
  now,
  horizon: horizonOf(now, site.of(SeriesSettings).SERIES_MONTHS),
});

/** Returns the maximum number of occurrences that one write touches. */
export const limitOf = ({ site }: RequestContext): number =>
  writeLimit(site.of(SeriesSettings).SERIES_MONTHS);
