import type { ErrorTable } from '../../platform/foundation/modules';

/** The error codes of events. */
export const EVENT_ERRORS = {
  'event-not-found': { status: 404, title: 'No such event' },
  'event-archive-page-not-found': { status: 404, title: 'No such page of events' },
  'event-not-accessible': { status: 403, title: 'The event is not public' },
  'event-password-protected': { status: 403, title: 'The event is protected by a password' },
  'event-trashed': { status: 410, title: 'The event is in the trash' },
} as const satisfies ErrorTable;

type EventErrors = typeof EVENT_ERRORS;

declare module '../../platform/foundation/errors' {
  interface ErrorCodes extends EventErrors {}
}
