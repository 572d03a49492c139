import type { Settings } from '../../config';
import { LANGUAGE_SCHEMA } from '../../texts';
import { UID_MAX, UID_PATTERN } from '../../http/routing';
import { DEFAULT_SETTING, type Presence } from '../../validation';
import type { Action, ResourceRoute } from './resource-route';
import {
  bodyOf,
  FORM_TYPE,
  type InlineSchema,
  JSON_TYPE,
  type Operation,
  type Parameter,
  parametersOf,
  type RequestBody,
  type Schemas,
  typesOf,
} from '../specification';

type Encoding = NonNullable<RequestBody['content'][string]['encoding']>;

/** Of every read (docs/reference/interface.md#field-selection). */
export const FIELDS_PARAMETER: Parameter & { 'x-addition': true } = {
  name: '_fields',
  in: 'query',
  required: false,
  description: 'lists.fields',
  schema: {
    type: 'array',
    items: { type: 'string', minLength: 1, pattern: '[^\\s,]' },
    minItems: 1,
  },
  'x-addition': true,
};

/** Of every read of records in several languages (docs/reference/translations.md#reading). */
export const LANGUAGE_PARAMETERS: (Parameter & { 'x-addition': true })[] = [
  {
    name: 'lang',
    in: 'query',
    required: false,
    description: 'translations.read.lang',
    schema: LANGUAGE_SCHEMA,
    example: 'fr',
    'x-addition': true,
  },
  {
    name: 'translations',
    in: 'query',
    required: false,
    description: 'translations.read.translations',
    schema: { type: 'boolean', default: false },
    'x-addition': true,
  },
];

type HeaderParameter = Pick<Parameter, 'name' | 'description' | 'schema' | 'example'>;

/** @param description the key of its text in `i18n/<language>/headers.json` */
const headerParameter = (
  name: string,
  description: string,
  example: string,
  schema: InlineSchema = { type: 'string' },
): HeaderParameter => ({ name, description: `headers.${description}`, schema, example });

const IF_NONE_MATCH = headerParameter('If-None-Match', 'if_none_match', '"2.1-4RFm2Rq3cIUX8qTz"');
const IF_MATCH = headerParameter('If-Match', 'if_match', '"2.1-4RFm2Rq3cIUX8qTz"');
const IF_NONE = headerParameter('If-None-Match', 'if_none', '*');
const PREFER = headerParameter('Prefer', 'prefer', 'handling=strict');
const IDEMPOTENCY_KEY = headerParameter(
  'Idempotency-Key',
  'idempotency_key',
  '8e03978e-40d5-43dd-bc93-6894a57f9324',
  { type: 'string', minLength: 1, maxLength: 255 },
);

/** By action; The Events Calendar has none. */
const REQUEST_HEADERS: Partial<Record<Action, HeaderParameter[]>> = {
  create: [IDEMPOTENCY_KEY, PREFER],
  upsert: [IDEMPOTENCY_KEY, IF_MATCH, IF_NONE, PREFER],
  list: [IF_NONE_MATCH, PREFER],
  read: [IF_NONE_MATCH, PREFER],
  update: [IF_MATCH, PREFER],
  delete: [IF_MATCH, PREFER],
};

export function addRequestHeaders(operation: Operation, action: Action): void {
  for (const header of REQUEST_HEADERS[action] ?? [])
    parametersOf(operation).push({
      ...structuredClone(header),
      in: 'header',
      required: false,
      'x-addition': true,
    } as Parameter);
}

/** By name of the path parameter. */
const PATH_SCHEMAS: Partial<Record<string, InlineSchema>> = {
  id: { type: 'integer', minimum: 1 },
  uid: { type: 'string', pattern: UID_PATTERN, maxLength: UID_MAX },
};
/** Any text without slashes. */
const OTHER_PATH: InlineSchema = { type: 'string', minLength: 1, pattern: '^[^/]+$' };

/** Nest does not know the path parameter of `RecordInPath`. */
export function describePath(operation: Operation, { resource, key }: ResourceRoute): void {
  if (key === undefined) return;
  const others = parametersOf(operation).filter((parameter) => parameter.in !== 'path');
  const schema = { ...(PATH_SCHEMAS[key] ?? OTHER_PATH) };
  const description = `${resource}.path_${key}`;
  operation.parameters = [
    { name: key, required: true, in: 'path', schema, description },
    ...others,
  ];
}

/** Lists are separated by commas, and some defaults are settings. */
export function describeQuery(operation: Operation, settings: Settings): void {
  type WithDefault = Parameter & { [DEFAULT_SETTING]?: Presence['defaultSetting'] };
  for (const parameter of parametersOf(operation) as WithDefault[]) {
    const { schema, [DEFAULT_SETTING]: setting } = parameter;
    if (parameter.in !== 'query' || !schema || '$ref' in schema) continue;
    if (setting !== undefined) parameter.example = schema.default = settings[setting];
    delete parameter[DEFAULT_SETTING];
    if (schema.type === 'array') Object.assign(parameter, { style: 'form', explode: false });
  }
}

/** A body may also be a form (docs/reference/interface.md#bodies), and is optional for an update. */
export function describeBody(operation: Operation, action: Action, schemas: Schemas): void {
  const body = operation.requestBody as RequestBody | undefined;
  if (!body) return;
  body.required = action === 'create';
  body.content[FORM_TYPE] = {
    ...body.content[JSON_TYPE],
    encoding: encodingOf(bodyOf(operation, schemas)?.properties ?? {}, schemas),
  };
}

/** In forms, objects are JSON, and lists are sent item by item. */
function encodingOf(fields: Schemas, schemas: Schemas): Encoding {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, Encoding[string]][] => {
      const types = typesOf(field, schemas);
      if (types.includes('object')) return [[name, { contentType: JSON_TYPE }]];
      return types.includes('array') ? [[name, { style: 'form', explode: true }]] : [];
    }),
  );
}
