import type { ErrorTable } from '../../platform/foundation/modules';

/** The error codes of the changes. */
export const CHANGES_ERRORS = {
  'sync-token-expired': { status: 410, title: 'The sync token has expired' },
} as const satisfies ErrorTable;

type ChangesErrors = typeof CHANGES_ERRORS;

declare module '../../platform/foundation/errors' {
  interface ErrorCodes extends ChangesErrors {}
}
