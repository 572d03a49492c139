import { SettingsOf, wholeNumber } from 'event-calendar-service/platform';

export class PerformerSettings extends SettingsOf({
  /** How many performers an event has at most. */
  PERFORMERS_MAX: wholeNumber(1, 1000)({ default: 50 }),
}) {}
