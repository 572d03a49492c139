import type { ErrorTable } from '../../platform/foundation/modules';

/** The error codes of venues. */
export const VENUE_ERRORS = {
  'venue-not-found': { status: 404, title: 'No such venue' },
  'venue-archive-page-not-found': { status: 404, title: 'No such page of venues' },
  'venue-not-accessible': { status: 403, title: 'The venue is not public' },
  'venue-trashed': { status: 410, title: 'The venue is in the trash' },
} as const satisfies ErrorTable;

type VenueErrors = typeof VENUE_ERRORS;

declare module '../../platform/foundation/errors' {
  interface ErrorCodes extends VenueErrors {}
}
