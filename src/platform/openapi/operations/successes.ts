import { EXAMPLE_ROOT } from '../../config';
import { translateKeys, type Translate } from '../document/document-texts';
import {
  type InlineSchema,
  JSON_TYPE,
  type Operation,
  parametersOf,
  referenceTo,
  resolved,
  type Response,
  type Schema,
  type Schemas,
} from '../specification';
import {
  ETAG,
  LIST_HEADERS,
  LOCATION,
  REPLAYED,
  TOTAL,
  TOTAL_PAGES,
  VALIDATORS,
} from './response-headers';
import { DECLARED_STATUS, SENDS_HEADER, takeExtensions } from './responses';
import { hasTrash } from './descriptions';
import { FIELDS_PARAMETER, LANGUAGE_PARAMETERS } from './requests';
import { capitalised, type ResourceRoute } from './resource-route';

/** The response to a permanent deletion has no validators. */
function headersOf(
  operation: Operation,
  action: ResourceRoute['action'],
): Response['headers'] | undefined {
  if (action === 'list') return LIST_HEADERS;
  if (action === 'create') return { ...LOCATION, ...REPLAYED, ...VALIDATORS };
  if (action === 'upsert') return { ...REPLAYED, ...VALIDATORS };
  return action === 'delete' && !hasTrash(operation) ? undefined : VALIDATORS;
}

/** @returns undefined if the controller declares no record */
export function returnedRecord({ responses }: Operation): Schema | undefined {
  return schemaOf(responses[DECLARED_STATUS] as Response | undefined);
}

export const returnedSchema = ({ responses }: Operation): Schema | undefined =>
  schemaOf((responses[201] ?? responses[200]) as Response | undefined);

/** Declares a record, or a list of records, unless the route declares another response. */
export function addSuccess(
  operation: Operation,
  { action, resource, singular }: ResourceRoute,
  record: Schema,
  schemas: Schemas,
): void {
  const { responses } = operation;
  delete responses[DECLARED_STATUS];
  if (declaresSuccess(operation)) {
    const created = responses[201] as Response | undefined;
    if (created) created.headers = { ...headersOf(operation, action), ...created.headers };
    return;
  }
  for (const status of Object.keys(responses)) if (status.startsWith('2')) delete responses[status];
  const name = `${capitalised(singular)}List`;
  if (action === 'list') schemas[name] = listOf(resource, record);
  const schema = action === 'list' ? referenceTo('schemas', name) : record;
  const sent = takeExtensions(operation, SENDS_HEADER) as Response['headers'];
  const actions: [number, ResourceRoute['action']][] = [[action === 'create' ? 201 : 200, action]];
  if (action === 'upsert') actions.push([201, 'create']);
  for (const [status, of] of actions)
    responses[status] = {
      description: `document.responses.${of}`,
      headers: { ...headersOf(operation, of), ...sent },
      content: { [JSON_TYPE]: { schema } },
    };
}

/** Nest adds an empty response to routes without their own. */
const declaresSuccess = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(
    ([status, response]) => status.startsWith('2') && (response as Response).description !== '',
  );

/**
 * Declares the selection of keys for the response to a write. The 204 that a client may prefer is described with
 * `Prefer`: a declared 204 would make the responses of generated clients optional.
 */
export function addWriting(operation: Operation, action: ResourceRoute['action']): void {
  if (action === 'list' || action === 'read') return;
  parametersOf(operation).push({ ...structuredClone(FIELDS_PARAMETER), example: ['id', 'slug'] });
}

/** Declares 304 for all reads, and for JSON the selection of keys. */
export function addReading(operation: Operation, translate: Translate, schemas: Schemas): void {
  const { responses } = operation;
  const success = responses[200] as Response | undefined;
  if (!success) return;
  if (success.content?.[JSON_TYPE]) {
    const { description } = translateKeys({ description: success.description }, translate);
    success.description = `${description} ${translate('document.responses.part')}`;
    parametersOf(operation).push(structuredClone(FIELDS_PARAMETER));
    if (hasLanguages(success, schemas)) {
      const known = parametersOf(operation).map(({ name }) => name);
      const further = LANGUAGE_PARAMETERS.filter(({ name }) => !known.includes(name));
      parametersOf(operation).push(...structuredClone(further));
    }
  }
  success.headers = { ...ETAG, ...success.headers };
  responses[304] = {
    description: 'document.responses.not_modified',
    headers: success.headers,
  };
}

/** Returns whether a response is a record with its languages. */
function hasLanguages(success: Response, schemas: Schemas): boolean {
  const schema = schemaOf(success);
  return schema !== undefined && 'languages' in (resolved(schema, schemas).properties ?? {});
}

function listOf(resource: string, record: Schema): InlineSchema {
  const page = (part: string, query: string): Schema => ({
    type: 'string',
    format: 'uri',
    description: `document.fields.list.${part}`,
    example: `${EXAMPLE_ROOT}/${resource}/?per_page=15${query}`,
  });
  const figure = (part: string, example: number): Schema => ({
    type: 'integer',
    minimum: 0,
    description: `document.fields.list.${part}`,
    example,
  });
  return {
    type: 'object',
    required: [resource, 'rest_url', 'total', 'total_pages'],
    properties: {
      [resource]: {
        type: 'array',
        items: record,
        description: 'document.fields.list.records',
      },
      rest_url: page('rest_url', '&page=2'),
      next_rest_url: page('next_rest_url', '&page=3'),
      previous_rest_url: page('previous_rest_url', ''),
      total: figure('total', TOTAL),
      total_pages: figure('total_pages', TOTAL_PAGES),
    },
  };
}

/** Includes derived types such as `application/geo+json`. */
function schemaOf(response: Response | undefined): Schema | undefined {
  const contents = Object.entries(response?.content ?? {});
  return contents.find(([type]) => /[/+]json$/.test(type))?.[1].schema;
}
