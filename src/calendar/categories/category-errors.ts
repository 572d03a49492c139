import type { ErrorTable } from '../../platform/foundation/modules';

/** The error codes of categories. */
export const CATEGORY_ERRORS = {
  'category-not-found': { status: 404, title: 'No such category' },
} as const satisfies ErrorTable;

type CategoryErrors = typeof CATEGORY_ERRORS;

declare module '../../platform/foundation/errors' {
  interface ErrorCodes extends CategoryErrors {}
}
