import { ERROR_CODES, type ErrorCode } from '../errors';
import type { Action, ResourceRoute } from './resource-route';
import { type InlineSchema, type Operation, referenceTo, type Response } from './specification';

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

/** The codes of a route: those of every route, of its action, and those that carry its resource's name. */
function codesOf(route: ResourceRoute | undefined): ErrorCode[] {
  if (!route) return EVERYWHERE;
  const { action, singular } = route;
  const own = CODES.filter((code) => code.startsWith(`${singular}-`));
  const ofLists = (code: ErrorCode): boolean => code.includes('-page-');
  return [
    ...EVERYWHERE,
    ...BY_ACTION[action],
    ...(action === 'create' ? [] : own.filter((code) => ofLists(code) === (action === 'list'))),
  ];
}

/** Replaces the codes that an operation declares by the answers of all errors it can end in. */
export function addErrors({ responses }: Operation, route: ResourceRoute | undefined): void {
  const codes = new Set<string>(codesOf(route));
  for (const [status, response] of Object.entries(responses)) {
    const { description } = response as Response;
    if (!CODES.some((code) => code === description)) continue;
    codes.add(description);
    delete responses[status];
  }
  for (const code of CODES.filter((known) => codes.has(known))) {
    const { status, title } = ERROR_CODES[code];
    const known = responses[status] as Response | undefined;
    const description = `\`${code}\`: ${title}.`;
    responses[status] = {
      ...answer(status),
      description: known ? `${known.description} ${description}` : description,
    };
  }
}

function answer(status: number): Omit<Response, 'description'> {
  const headers = HEADERS[status];
  return {
    ...(headers && { headers }),
    content: { 'application/problem+json': { schema: referenceTo('Problem') } },
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
