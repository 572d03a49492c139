import { ANSWERED } from './answers';
import { hasTrash } from './descriptions';
import { capitalised, type ResourceRoute } from './resource-route';
import {
  type InlineSchema,
  JSON_TYPE,
  type Operation,
  referenceTo,
  type Response,
  type Schema,
  type Schemas,
} from './specification';

const LIST_HEADERS: Response['headers'] = {
  'X-TEC-Total': {
    description: 'Records on all pages.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-TEC-TotalPages': {
    description: 'Pages.',
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description: 'The pages first, prev, next and last (RFC 8288).',
    schema: { type: 'string' },
  },
};

const LOCATION: Response['headers'] = {
  Location: {
    description: 'Address of the new record.',
    schema: { type: 'string', format: 'uri' },
  },
};

const REPLAYED: Response['headers'] = {
  'Idempotency-Replayed': {
    description: '`true` where the record was created by a request before, with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const ETAG: Response['headers'] = {
  ETag: {
    description: 'Changes with the answer; to be sent back in `If-None-Match` (RFC 9110 §8.8.3).',
    schema: { type: 'string' },
  },
};

/** Of one record, as it is answered. */
const VALIDATORS: Response['headers'] = {
  ETag: {
    description:
      'Changes with the record; to be sent back in `If-None-Match` when it is read again, and in ' +
      '`If-Match` when it is written (RFC 9110 §8.8.3).',
    schema: { type: 'string' },
  },
  'Last-Modified': {
    description: 'When the record, or one inside of it, was changed last (RFC 9110 §8.8.2).',
    schema: { type: 'string' },
  },
};

/** What is deleted for good has none. */
function headersOf(
  operation: Operation,
  action: ResourceRoute['action'],
): Response['headers'] | undefined {
  if (action === 'list') return LIST_HEADERS;
  if (action === 'create') return { ...LOCATION, ...REPLAYED, ...VALIDATORS };
  return action === 'delete' && !hasTrash(operation) ? undefined : VALIDATORS;
}

/** The record that a controller declares with `Answers`; undefined where it declares none. */
export function answeredRecord({ responses }: Operation): Schema | undefined {
  return schemaOf(responses[ANSWERED] as Response | undefined);
}

/** What a route of a resource answers with when all is well: a record, or a list of them. */
export function addSuccess(
  operation: Operation,
  { action, resource, singular }: ResourceRoute,
  record: Schema,
  schemas: Schemas,
): void {
  const { responses } = operation;
  for (const status of Object.keys(responses)) if (status.startsWith('2')) delete responses[status];
  const name = `${capitalised(singular)}List`;
  if (action === 'list') schemas[name] = listOf(resource, record);
  const schema = action === 'list' ? referenceTo('schemas', name) : record;
  const headers = headersOf(operation, action);
  responses[action === 'create' ? 201 : 200] = {
    description: DESCRIPTIONS[action],
    ...(headers && { headers }),
    content: { [JSON_TYPE]: { schema } },
  };
}

const DESCRIPTIONS: Record<ResourceRoute['action'], string> = {
  list: 'A page of the records.',
  create: 'The new record.',
  read: 'The record.',
  update: 'The record as it is now.',
  delete: 'The record that was deleted.',
};

/** What all reads have in common: an answer may be cut down to some keys, or known already. */
export function addReading({ responses }: Operation): void {
  const success = responses[200] as Response;
  success.description +=
    ' With `_fields`, only the keys that it names, even where others are required here.';
  success.headers = { ...ETAG, ...success.headers };
  responses[304] = { description: 'The client has the answer already, as `If-None-Match` says.' };
}

function listOf(resource: string, record: Schema): InlineSchema {
  const address: Schema = { type: 'string', format: 'uri' };
  const figure: Schema = { type: 'integer', minimum: 0 };
  return {
    type: 'object',
    required: [resource, 'rest_url', 'total', 'total_pages'],
    properties: {
      [resource]: { type: 'array', items: record },
      rest_url: { ...address, description: 'This page, with the parameters as they took effect.' },
      next_rest_url: { ...address, description: 'Absent on the last page.' },
      previous_rest_url: { ...address, description: 'Absent on the first page.' },
      total: { ...figure, description: 'Records on all pages.' },
      total_pages: figure,
    },
  };
}

function schemaOf(response: Response | undefined): Schema | undefined {
  return response?.content?.[JSON_TYPE]?.schema;
}
