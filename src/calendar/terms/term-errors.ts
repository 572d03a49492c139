import type { ErrorTable } from '../../platform/foundation/modules';

/** The error codes of categories and tags. */
export const TERM_ERRORS = {
  'term-exists': {
    status: 409,
    title: 'A term with this name exists already',
    data: { term_id: { type: 'integer', description: 'document.fields.problem.term_id' } },
  },
} as const satisfies ErrorTable;

type TermErrors = typeof TERM_ERRORS;

declare module '../../platform/foundation/errors' {
  interface ErrorCodes extends TermErrors {}
}
