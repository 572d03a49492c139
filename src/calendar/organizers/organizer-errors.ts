import type { ErrorTable } from '../../platform/foundation/modules';

/** The error codes of organizers. */
export const ORGANIZER_ERRORS = {
  'organizer-not-found': { status: 404, title: 'No such organizer' },
  'organizer-archive-page-not-found': { status: 404, title: 'No such page of organizers' },
  'organizer-not-accessible': { status: 403, title: 'The organizer is not public' },
  'organizer-trashed': { status: 410, title: 'The organizer is in the trash' },
} as const satisfies ErrorTable;

type OrganizerErrors = typeof ORGANIZER_ERRORS;

declare module '../../platform/foundation/errors' {
  interface ErrorCodes extends OrganizerErrors {}
}
