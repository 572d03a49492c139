/** What calendars are in the documents. */
export const CALENDAR_CONTENT = {
  'text/calendar': {
    schema: { type: 'string' as const, pattern: '^BEGIN:VCALENDAR\\r\\n' },
  },
};
