import { described, SettingsOf, wholeNumber } from '../../../platform/config';
import type { RequestContext } from '../../../platform/http/context';
import type { Reach } from './plan';
import type { Day } from './set';

export class SeriesSettings extends SettingsOf({
  SERIES_MONTHS: described(
    'Months for which the occurrences of series exist in advance',
    wholeNumber(1, 60)({ default: 24 }),
  ),
}) {}

/**
 * Returns the last day for which occurrences exist, at the end of a month in UTC. One month more than the
 * setting exists, so that the default window of lists is complete even if an extension is late.
 */
export function horizonOf(now: Date, months: number): Day {
  const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + 2, 0);
  return new Date(last).toISOString().slice(0, 10);
}

/** Enough for an occurrence on every day up to the horizon. */
export const writeLimit = (months: number): number => 40 * (months + 1);

export const reachOf = ({ now, site }: RequestContext): Reach => ({
  now,
  horizon: horizonOf(now, site.of(SeriesSettings).SERIES_MONTHS),
});

export const limitOf = ({ site }: RequestContext): number =>
  writeLimit(site.of(SeriesSettings).SERIES_MONTHS);
