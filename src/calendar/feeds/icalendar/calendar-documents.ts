/** The content of iCalendar responses in the OpenAPI document. */
export const CALENDAR_CONTENT = {
  'text/calendar': {
    schema: { type: 'string' as const, pattern: '^BEGIN:VCALENDAR\\r\\n' },
  },
};
