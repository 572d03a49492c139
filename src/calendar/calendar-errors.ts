import type { ErrorTable } from '../platform/modules';

export const CALENDAR_ERRORS = {
  'event-not-found': { status: 404, title: 'No such event' },
  'event-archive-page-not-found': { status: 404, title: 'No such page of events' },
  'event-not-accessible': { status: 403, title: 'The event is not public' },
  'event-password-protected': { status: 403, title: 'The event is protected by a password' },
  'event-trashed': { status: 410, title: 'The event is in the trash' },
  'series-not-found': { status: 404, title: 'No such series' },
  'series-archive-page-not-found': { status: 404, title: 'No such page of series' },
  'series-not-accessible': { status: 403, title: 'The series is not public' },
  'series-password-protected': { status: 403, title: 'The series is protected by a password' },
  'series-trashed': { status: 410, title: 'The series is in the trash' },
  'venue-not-found': { status: 404, title: 'No such venue' },
  'venue-archive-page-not-found': { status: 404, title: 'No such page of venues' },
  'venue-not-accessible': { status: 403, title: 'The venue is not public' },
  'venue-trashed': { status: 410, title: 'The venue is in the trash' },
  'organizer-not-found': { status: 404, title: 'No such organizer' },
  'organizer-archive-page-not-found': { status: 404, title: 'No such page of organizers' },
  'organizer-not-accessible': { status: 403, title: 'The organizer is not public' },
  'organizer-trashed': { status: 410, title: 'The organizer is in the trash' },
  'category-not-found': { status: 404, title: 'No such category' },
  'term-exists': {
    status: 409,
    title: 'A term with this name exists already',
    data: { term_id: { type: 'integer', description: 'document.fields.problem.term_id' } },
  },
  'tag-not-found': { status: 404, title: 'No such tag' },
  'sync-token-expired': { status: 410, title: 'The sync token has expired' },
  'webhooks-not-configured': { status: 403, title: 'Webhooks are not configured' },
  'delivery-not-found': { status: 404, title: 'No such delivery' },
  'webhook-not-found': { status: 404, title: 'No such webhook' },
  'import-unreadable': { status: 400, title: 'The file cannot be imported' },
  'import-too-large': { status: 413, title: 'The file has too many events' },
} as const satisfies ErrorTable;

type CalendarErrors = typeof CALENDAR_ERRORS;

declare module '../platform/errors' {
  interface ErrorCodes extends CalendarErrors {}
}
