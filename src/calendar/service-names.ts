import type { ServiceNames } from '../platform/service';

/** What the calendar calls itself, towards clients of The Events Calendar among others. */
export const CALENDAR: ServiceNames = {
  title: 'Event calendar',
  version: '1',
  realm: 'calendar',
  urn: 'event-calendar',
  namespace: 'cal/events/v1',
  database: 'sqlite:./data/calendar.sqlite',
  totals: { records: 'X-TEC-Total', pages: 'X-TEC-TotalPages' },
  example: '/events',
};
