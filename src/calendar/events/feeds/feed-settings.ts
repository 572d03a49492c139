import { makeValidator, str } from 'envalid';
import { described, SettingsOf, wholeNumber } from '../../../platform/config';
import { SERVICE } from '../../../platform/service';

const TIME = 'T(?:\\d{1,6}H(?:\\d{1,6}M(?:\\d{1,6}S)?)?|\\d{1,6}M(?:\\d{1,6}S)?|\\d{1,6}S)';
/** A duration as RFC 5545 §3.3.6 has them, which is some of those of ISO 8601. */
const DURATION = new RegExp(`^P(?:\\d{1,6}W|\\d{1,6}D(?:${TIME})?|${TIME})$`);

const duration = makeValidator<string>((input) => {
  if (DURATION.test(input) && /[1-9]/.test(input)) return input;
  throw new Error('must be an ISO 8601 duration such as PT1H, PT15M or P1D');
});

/** The settings of feeds; the README has a table of them. */
export class FeedSettings extends SettingsOf(
  {
    CALENDAR_NAME: described(
      'Name of the calendar in its feeds; `Event calendar` when not set',
      str({ default: undefined }),
    ),
    FEED_MAX: described(
      'Most events of a feed: of more, those that end soonest from today on',
      wholeNumber(1, 10_000)({ default: 1000 }),
    ),
    FEED_REFRESH: described(
      'How often subscribers should ask for a feed again, as a duration of ISO 8601',
      duration({ default: 'PT1H' }),
    ),
  },
  { areShown: true },
) {
  /** What subscribers see as the name of the calendar. */
  get name(): string {
    return this.CALENDAR_NAME ?? SERVICE.title;
  }
}
