import { described, SettingsOf, wholeNumber } from '../../../platform/foundation/config';

/** The settings of series, as listed in the README. */
export class SeriesSettings extends SettingsOf({
  SERIES_MONTHS: described(
    'Months for which the occurrences of series exist in advance',
    wholeNumber(1, 60)({ default: 24 }),
  ),
}) {}
