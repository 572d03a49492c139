import type { ErrorTable } from '../../platform/modules';

/** The error codes of categories. */
export const CATEGORY_ERRORS = {
  'category-not-found': { status: 404, title: 'No such category' },
} as const satisfies ErrorTable;

type CategoryErrors = typeof CATEGORY_ERRORS;

declare module '../../platform/errors' {
  interface ErrorCodes extends CategoryErrors {}
}
