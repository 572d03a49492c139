import { makeValidator, str } from 'envalid';
import { described, SERVICE, SettingsOf, wholeNumber } from '../../platform/config';

const TIME = 'T(?:\\d{1,6}H(?:\\d{1,6}M(?:\\d{1,6}S)?)?|\\d{1,6}M(?:\\d{1,6}S)?|\\d{1,6}S)';
/** A duration of RFC 5545 §3.3.6, a subset of ISO 8601. */
const DURATION = new RegExp(`^P(?:\\d{1,6}W|\\d{1,6}D(?:${TIME})?|${TIME})$`);

const duration = makeValidator<string>((input) => {
  if (DURATION.test(input) && /[1-9]/.test(input)) return input;
  throw new Error('must be an ISO 8601 duration such as PT1H, PT15M or P1D');
});

export class FeedSettings extends SettingsOf(
  {
    CALENDAR_NAME: described(
      'Name of the calendar in feeds; `Event calendar` by default',
      str({ default: undefined }),
    ),
    FEED_MAX: described(
      'Maximum number of events in a feed; the ones that end soonest from today on are kept',
      wholeNumber(1, 10_000)({ default: 1000 }),
    ),
    FEED_REFRESH: described(
      'Refresh interval of feeds for subscribers, as an ISO 8601 duration',
      duration({ default: 'PT1H' }),
    ),
  },
  { areShown: true },
) {
  get name(): string {
    return this.CALENDAR_NAME ?? SERVICE.title;
  }
}
