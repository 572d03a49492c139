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
  'rest-host-not-allowed',
  'rest-too-many-requests',
  'rest-internal-error',
  'rest-database-unavailable',
  'rest-issuer-unavailable',
  'rest-overloaded',
  'rest-not-ready',
];

/** What stops a write that a page of another site sends. */
const WRITE: ErrorCode[] = ['rest-forbidden', 'rest-origin-not-allowed'];

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
  read: ['rest-no-route', ...CONDITIONS],
  update: [...WRITE, 'rest-no-route', ...BODY, ...CONDITIONS],
  delete: [...WRITE, 'rest-no-route', ...CONDITIONS],
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
    request_id: { type: 'string', description: 'What the log calls the request.' },
  },
};

/** What records are called: whatever can be missing. */
const KINDS = CODES.flatMap((code) => /^(.+)(?<!-page)-not-found$/.exec(code)?.[1] ?? []);

/** Whose code it is: of `event` and `event-series`, the longer one. */
const kindOf = (code: ErrorCode): string | undefined =>
  KINDS.filter((kind) => code.startsWith(`${kind}-`)).sort((a, b) => b.length - a.length)[0];

/** The codes of a route: those of every route, of its action, and those that carry its resource's name. */
function codesOf(route: ResourceRoute | undefined): ErrorCode[] {
  if (!route) return [...EVERYWHERE, ...CONDITIONS];
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
  const headers = {
    ...HEADERS[status],
    ...(codes.includes('rest-idempotency-key-in-use') && RETRY_AFTER),
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}.`).join(' '),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      'application/problem+json': {
        schema: referenceTo('schemas', 'Problem'),
        examples: Object.fromEntries(codes.map((code) => [code, referenceTo('examples', code)])),
      },
    },
  };
}

const RETRY_AFTER: Response['headers'] = {
  'Retry-After': {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 0 },
  },
};

const HEADERS: Partial<Record<number, Response['headers']>> = {
  401: {
    'WWW-Authenticate': {
      description: 'How to send a credential (RFC 9110 §11.6.1).',
      schema: { type: 'string' },
    },
  },
  429: {
    ...RETRY_AFTER,
    'RateLimit-Policy': {
      description:
        'Where requests are limited, every answer has it: `q` requests of a client in `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
      schema: { type: 'string' },
      example: '"client";q=600;w=60',
    },
    RateLimit: {
      description: 'As well: `r` requests are left to the client for the next `t` seconds.',
      schema: { type: 'string' },
      example: '"client";r=0;t=42',
    },
  },
  503: RETRY_AFTER,
};
