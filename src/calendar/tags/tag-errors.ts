import type { ErrorTable } from '../../platform/foundation/modules';

/** The error codes of tags. */
export const TAG_ERRORS = {
  'tag-not-found': { status: 404, title: 'No such tag' },
} as const satisfies ErrorTable;

type TagErrors = typeof TAG_ERRORS;

declare module '../../platform/foundation/errors' {
  interface ErrorCodes extends TagErrors {}
}
