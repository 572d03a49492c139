import { isDeepStrictEqual } from 'node:util';
import { HttpStatus } from '@nestjs/common';
import { type ErrorCode, FAULT_CODES, Problem } from '../../errors';
import type { ErrorDefinition, ErrorTable } from '../../modules';
import type { Translate } from '../document/document-texts';
import {
  type Components,
  type InlineSchema,
  type Operation,
  referenceTo,
  type Response,
  type Schemas,
} from '../specification';
import { errorHeaders } from './response-headers';
import { FAILS_WITH, takeExtensions } from './responses';
import type { Recorded } from './examples';
import { type Action, capitalised, type ResourceRoute } from './resource-route';

const EVERYWHERE: ErrorCode[] = [
  'rest-invalid-param',
  'rest-bad-request',
  'rest-unauthorized',
  'rest-host-not-allowed',
  'rest-too-many-requests',
  'rest-internal-error',
  'rest-database-unavailable',
  'rest-issuer-unavailable',
  'rest-overloaded',
];

/** Writes by callers without the right, by pages of other sites, and by webhooks. */
const WRITE: ErrorCode[] = ['rest-forbidden', 'rest-origin-not-allowed', 'rest-loop-detected'];

const BODY: ErrorCode[] = [
  'rest-invalid-json',
  'rest-body-too-large',
  'rest-unsupported-media-type',
];

const IDEMPOTENCY: ErrorCode[] = ['rest-idempotency-key-in-use', 'rest-idempotency-key-reused'];

const CONDITIONS: ErrorCode[] = ['rest-precondition-failed'];

const BY_ACTION: Record<Action, ErrorCode[]> = {
  list: ['rest-forbidden', ...CONDITIONS],
  create: ['rest-missing-callback-param', ...WRITE, ...BODY, ...IDEMPOTENCY],
  read: CONDITIONS,
  update: [...WRITE, ...BODY, ...CONDITIONS],
  upsert: ['rest-missing-callback-param', ...WRITE, ...BODY, ...IDEMPOTENCY, ...CONDITIONS],
  delete: [...WRITE, ...CONDITIONS],
};

/** The body of every error (RFC 9457); the codes are in the table of error codes. */
const PROBLEM: InlineSchema = {
  type: 'object',
  description: 'document.fields.problem.whole',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'data'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'document.fields.problem.type' },
    title: { type: 'string', description: 'document.fields.problem.title' },
    status: { type: 'integer', description: 'document.fields.problem.status' },
    detail: { type: 'string', description: 'document.fields.problem.detail' },
    code: {
      description: 'document.fields.problem.code',
      allOf: [referenceTo('schemas', 'ProblemCode')],
    },
    message: { type: 'string', description: 'document.fields.problem.message' },
    errors: {
      type: 'array',
      description: 'document.fields.problem.errors',
      items: referenceTo('schemas', 'FieldError'),
    },
    data: referenceTo('schemas', 'ProblemData'),
    request_id: { type: 'string', description: 'document.fields.problem.request_id' },
  },
};

const PROBLEM_DATA: InlineSchema = {
  type: 'object',
  description: 'document.fields.problem.data',
  required: ['status'],
  properties: {
    status: { type: 'integer', description: 'document.fields.problem.status' },
    params: {
      type: 'object',
      description: 'document.fields.problem.params',
      additionalProperties: { type: 'string' },
    },
  },
};

/** It has `pointer`, `parameter` or `header`. */
const FIELD_ERROR: InlineSchema = {
  type: 'object',
  description: 'document.fields.problem.field_error',
  required: ['code', 'detail'],
  properties: {
    pointer: { type: 'string', description: 'document.fields.problem.pointer' },
    parameter: { type: 'string', description: 'document.fields.problem.parameter' },
    header: {
      type: 'string',
      description: 'document.fields.problem.header',
      example: 'Idempotency-Key',
    },
    code: {
      description: 'document.fields.problem.field_code',
      allOf: [referenceTo('schemas', 'FieldErrorCode')],
    },
    detail: { type: 'string', description: 'document.fields.problem.field_detail' },
  },
};

/** With the codes of all modules. */
export const problemTypes = (errors: ErrorTable): Schemas => ({
  Problem: PROBLEM,
  ProblemCode: { type: 'string', enum: Object.keys(errors) },
  FieldError: FIELD_ERROR,
  FieldErrorCode: { type: 'string', enum: Object.keys(FAULT_CODES) },
  ProblemData: {
    ...PROBLEM_DATA,
    properties: Object.assign(
      {},
      PROBLEM_DATA.properties,
      ...Object.values(errors).map(({ data }) => data),
    ) as InlineSchema['properties'],
  },
});

/**
 * A kind of record has a code `<kind>-not-found` or `<kind>-unreadable`. The longest ones come first, such as
 * `concert-series` before `concert`.
 */
const kindsOf = (codes: readonly string[]): string[] =>
  codes
    .flatMap((code) => /^(.+)(?<!-page)-(?:not-found|unreadable)$/.exec(code)?.[1] ?? [])
    .sort((a, b) => b.length - a.length);

/** A code may name the plural. */
const kindOf = (code: string, kinds: readonly string[]): string | undefined =>
  kinds.find((kind) => code.startsWith(`${kind}-`) || code.startsWith(`${kind}s-`));

const isOfLists = (code: string): boolean => code.includes('-page-');

/** Returns the general codes of a route, those of its action, and those of its resource. */
function codesOf(route: ResourceRoute | undefined, codes: readonly string[]): string[] {
  if (!route) return [...EVERYWHERE, ...CONDITIONS];
  const { action, singular, key } = route;
  const kinds = kindsOf(codes);
  const own = codes.filter((code) => kindOf(code, kinds) === singular);
  return [
    ...EVERYWHERE,
    ...BY_ACTION[action],
    ...(action === 'list' ? own.filter(isOfLists) : []),
    ...(key === undefined ? [] : ['rest-no-route', ...own.filter((code) => !isOfLists(code))]),
  ];
}

/**
 * Replaces the codes declared at an operation by the responses of all its possible errors. Operations share these
 * responses as components.
 *
 * @param errors the codes of all modules
 * @param recorded recorded error responses; the examples of other errors have no details
 */
export function addErrors(
  operation: Operation,
  route: ResourceRoute | undefined,
  errors: ErrorTable,
  recorded: Recorded['problems'],
  { examples, responses }: Pick<Required<Components>, 'examples' | 'responses'>,
  translate: Translate,
): void {
  const all = Object.keys(errors);
  const declared = Object.keys(takeExtensions(operation, FAILS_WITH));
  const codes = new Set([...codesOf(route, all), ...declared]);
  const possible = all.filter((code) => codes.has(code));
  for (const status of new Set(possible.map((code) => errors[code].status))) {
    const together = possible.filter((code) => errors[code].status === status);
    const name = nameOfResponse(status, together, all, route);
    for (const code of together)
      examples[code] = { value: recorded[code] ?? new Problem(code as ErrorCode).body };
    const shared = (responses[name] ??= response(status, together, errors, translate));
    if (!isDeepStrictEqual(shared, response(status, together, errors, translate)))
      throw new Error(`There are two responses ${name}: one is ${together.join(', ')}.`);
    operation.responses[status] = referenceTo('responses', name);
  }
}

/** With these codes, a response gets a name of its own: reads have another one with the same status. */
const PARTICULAR: [code: ErrorCode, doing: string][] = [
  ['rest-missing-callback-param', 'Creation'],
  ['rest-idempotency-key-in-use', 'Creation'],
  ['rest-invalid-json', 'Update'],
  ['rest-origin-not-allowed', 'Write'],
];

/**
 * Returns a component name that stays the same when codes are added: the kind of record, if the codes have one, the
 * action, and the status: `ForbiddenResponse`, `TagWriteForbiddenResponse`, `TagPageNotFoundResponse`.
 */
function nameOfResponse(
  status: number,
  codes: readonly string[],
  all: readonly string[],
  route: ResourceRoute | undefined,
): string {
  const own = codes.find((code) => !code.startsWith('rest-'));
  const kind =
    own === undefined ? '' : capitalised(route?.singular ?? kindOf(own, kindsOf(all)) ?? '');
  const page = codes.some(isOfLists) ? 'Page' : '';
  const [, doing] = PARTICULAR.find(([code]) => codes.includes(code)) ?? [];
  const words = HttpStatus[status].toLowerCase().replaceAll('_', '-');
  return `${kind}${page}${doing ?? ''}${capitalised(words)}Response`;
}

/** A module's code without a text keeps its own title. */
const titleOf = (code: string, { title }: ErrorDefinition, translate: Translate): string =>
  translate(`document.errors.${code.replaceAll('-', '_')}`, {}, title);

function response(
  status: number,
  codes: readonly string[],
  errors: ErrorTable,
  translate: Translate,
): Response {
  return {
    description: codes
      .map((code) => `\`${code}\`: ${titleOf(code, errors[code], translate)}.`)
      .join(' '),
    headers: errorHeaders(status, codes),
    content: {
      'application/problem+json': {
        schema: referenceTo('schemas', 'Problem'),
        examples: Object.fromEntries(codes.map((code) => [code, referenceTo('examples', code)])),
      },
    },
  };
}
