import { SettingsOf, wholeNumber } from 'event-calendar-service/platform';

export class PerformerSettings extends SettingsOf({
  /** The maximum number of performers of an event. */
  PERFORMERS_MAX: wholeNumber(1, 1000)({ default: 50 }),
}) {}
