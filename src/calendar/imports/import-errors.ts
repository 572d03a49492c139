import type { ErrorTable } from '../../platform/foundation/modules';

/** The error codes of imports. */
export const IMPORT_ERRORS = {
  'import-unreadable': { status: 400, title: 'The file cannot be imported' },
  'import-too-large': { status: 413, title: 'The file has too many events' },
} as const satisfies ErrorTable;

type ImportErrors = typeof IMPORT_ERRORS;

declare module '../../platform/foundation/errors' {
  interface ErrorCodes extends ImportErrors {}
}
