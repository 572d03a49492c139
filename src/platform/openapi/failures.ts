import { ERROR_CODES, type ErrorCode, Problem } from '../errors';
import type { Recorded } from './examples';
import type { Action, ResourceRoute } from './resource-route';
import {
  type Components,
  type InlineSchema,
  type Operation,
  referenceTo,
  type Response,
} from './specification';

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

const EVERYWHERE: ErrorCode[] = [
  'rest-invalid-param',
  'rest-bad-request',
  'rest-unauthorized',
  'rest-internal-error',
  'rest-database-unavailable',
];

const BODY: ErrorCode[] = [
  'rest-invalid-json',
  'rest-body-too-large',
  'rest-unsupported-media-type',
];

const BY_ACTION: Record<Action, ErrorCode[]> = {
  list: ['rest-forbidden'],
  create: ['rest-missing-callback-param', 'rest-forbidden', ...BODY],
  read: ['rest-no-route'],
  update: ['rest-forbidden', 'rest-no-route', ...BODY],
  delete: ['rest-forbidden', 'rest-no-route'],
};

/** The body of every error (RFC 9457); its codes are the table of error codes. */
export const PROBLEM: InlineSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'data'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string', description: 'What the code means.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What happened.' },
    code: { type: 'string', enum: CODES },
    message: { type: 'string', description: 'The same as `detail`.' },
    data: {
      type: 'object',
      required: ['status'],
      properties: {
        status: { type: 'integer' },
        params: {
          type: 'object',
          description: 'Name of a bad parameter or field → what is wrong with it.',
          additionalProperties: { type: 'string' },
        },
        term_id: { type: 'integer', description: 'The term that has the name already.' },
      },
    },
  },
};

/** What records are called: whatever can be missing. */
const KINDS = CODES.flatMap((code) => /^(.+)(?<!-page)-not-found$/.exec(code)?.[1] ?? []);

/** Whose code it is: of `event` and `event-series`, the longer one. */
const kindOf = (code: ErrorCode): string | undefined =>
  KINDS.filter((kind) => code.startsWith(`${kind}-`)).sort((a, b) => b.length - a.length)[0];

/** The codes of a route: those of every route, of its action, and those that carry its resource's name. */
function codesOf(route: ResourceRoute | undefined): ErrorCode[] {
  if (!route) return EVERYWHERE;
  const { action, singular } = route;
  const own = CODES.filter((code) => kindOf(code) === singular);
  const ofLists = (code: ErrorCode): boolean => code.includes('-page-');
  return [
    ...EVERYWHERE,
    ...BY_ACTION[action],
    ...(action === 'create' ? [] : own.filter((code) => ofLists(code) === (action === 'list'))),
  ];
}

/**
 * Replaces the codes that an operation declares by the answers of all errors it can end in. Many
 * operations have the same ones, so they stand among the components, under the names of their codes.
 *
 * @param recorded answers of errors; of others, the example is what the service says without details
 */
export function addErrors(
  { responses: own }: Operation,
  route: ResourceRoute | undefined,
  recorded: Recorded['problems'],
  { examples, responses }: Pick<Required<Components>, 'examples' | 'responses'>,
): void {
  const codes = new Set<string>(codesOf(route));
  for (const [status, response] of Object.entries(own)) {
    const { description } = response as Response;
    if (!CODES.some((code) => code === description)) continue;
    codes.add(description);
    delete own[status];
  }
  for (const [status, together] of byStatus(CODES.filter((code) => codes.has(code)))) {
    const name = together.join('.');
    for (const code of together)
      examples[code] = { value: recorded[code] ?? new Problem(code).body };
    responses[name] = answer(status, together);
    own[status] = referenceTo('responses', name);
  }
}

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERROR_CODES[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

function answer(status: number, codes: readonly ErrorCode[]): Response {
  const headers = HEADERS[status];
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}.`).join(' '),
    ...(headers && { headers }),
    content: {
      'application/problem+json': {
        schema: referenceTo('schemas', 'Problem'),
        examples: Object.fromEntries(codes.map((code) => [code, referenceTo('examples', code)])),
      },
    },
  };
}

const HEADERS: Partial<Record<number, Response['headers']>> = {
  401: {
    'WWW-Authenticate': {
      description: 'How to send a credential (RFC 9110 §11.6.1).',
      schema: { type: 'string' },
    },
  },
  503: {
    'Retry-After': {
      description: 'Seconds after which to try again.',
      schema: { type: 'integer', minimum: 0 },
    },
  },
};
