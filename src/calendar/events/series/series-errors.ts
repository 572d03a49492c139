import type { ErrorTable } from '../../../platform/foundation/modules';

/** The error codes of series. */
export const SERIES_ERRORS = {
  'series-not-found': { status: 404, title: 'No such series' },
  'series-archive-page-not-found': { status: 404, title: 'No such page of series' },
  'series-not-accessible': { status: 403, title: 'The series is not public' },
  'series-password-protected': { status: 403, title: 'The series is protected by a password' },
  'series-trashed': { status: 410, title: 'The series is in the trash' },
} as const satisfies ErrorTable;

type SeriesErrors = typeof SERIES_ERRORS;

declare module '../../../platform/foundation/errors' {
  interface ErrorCodes extends SeriesErrors {}
}
