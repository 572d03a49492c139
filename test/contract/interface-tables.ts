import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code, type Table } from '../support/markdown';
import { type Document, nameOf, operationsOf, responsesOf } from '../support/openapi-document';

/** The document that `npm run openapi` has written; another test compares it with the service. */
const DOCUMENT = JSON.parse(
  readFileSync(join(__dirname, '../../openapi/en.json'), 'utf8'),
) as Document;

/** A row about a parameter, a field, a key or a header. */
interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  default?: unknown;
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
  'x-addition'?: boolean;
}

interface Parameter extends Schema {
  name: string;
  in: string;
  schema: Schema;
}

/** Larger limits come from the column type or JSON, not from the value. */
const BOUND_MAX = 2 ** 31 - 2;

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Returns the type of a value; in brackets the maximum length of a text or list. */
function typeOf(schema: Schema): string {
  const { $ref, type, enum: values, maxLength, maxItems, maxProperties } = schema;
  const alternatives = schema.allOf ?? schema.anyOf ?? schema.oneOf;
  if (alternatives) return unique(alternatives.map(typeOf).filter(Boolean)).join(' or ');
  if ($ref !== undefined) return code(nameOf({ $ref }));
  if (values) return wordsOf(values).join(', ');
  // A value that must be empty only clears.
  if (maxLength === 0 || maxItems === 0) return '';
  if (type === 'string') return `${schema.format === 'uri' ? 'address' : 'text'}${most(maxLength)}`;
  if (type === 'array') return `list${most(maxItems)}${entriesOf(schema.items)}`;
  if (type === 'object')
    return `object${most(maxProperties)}${entriesOf(schema.additionalProperties)}`;
  return `${type ?? 'anything'}${rangeOf(schema)}`;
}

/** Returns the allowed values, without null, which only clears. */
const wordsOf = (values: readonly unknown[]): string[] =>
  values.filter((value) => value !== null).map((value) => code(value === '' ? '""' : value));

const most = (limit: number | undefined): string =>
  limit === undefined ? '' : ` (${inWords(limit)})`;

function entriesOf(entry: Schema | boolean | undefined): string {
  return typeof entry === 'object' && Object.keys(entry).length > 0 ? ` of ${typeOf(entry)}` : '';
}

function rangeOf({ minimum = -Infinity, maximum = Infinity }: Schema): string {
  if (minimum < -BOUND_MAX) return '';
  return ` from ${inWords(minimum)}${maximum > BOUND_MAX ? '' : ` to ${inWords(maximum)}`}`;
}

const inWords = (number: number): string => number.toLocaleString('en');

const meaningOf = ({ description = '', ...schema }: Schema): string =>
  schema['x-addition'] ? `${description} _New._` : description;

/** Returns true if two descriptions are equal, whatever their examples. */
const areEqual = (one: object, other: object = {}): boolean =>
  JSON.stringify({ ...one, example: 0 }) === JSON.stringify({ ...other, example: 0 });

const parametersOf = (resource: string): Parameter[] =>
  (DOCUMENT.paths[`/${resource}`].get.parameters as unknown as Parameter[]).filter(
    (parameter) => parameter.in === 'query',
  );

const isParameterOf = (parameter: Parameter, ...resources: string[]): boolean =>
  resources.every((resource) => parametersOf(resource).some((other) => areEqual(parameter, other)));

const parameterTable = (parameters: readonly Parameter[]): Table => [
  ['Parameter', 'Type', 'Default', 'Meaning'],
  ...parameters.map((parameter) => {
    const { name, schema } = parameter;
    const initial = schema.default === undefined ? '' : code(schema.default);
    return [code(name), typeOf(schema), initial, meaningOf(parameter)];
  }),
];

const LISTS = ['events', 'venues', 'organizers', 'categories', 'tags'];

/** The parameters of all lists. */
export const sharedParameters = (): Table =>
  parameterTable(parametersOf('events').filter((parameter) => isParameterOf(parameter, ...LISTS)));

/** The further parameters of a list. */
export const ownParameters = (resource: string): Table =>
  parameterTable(parametersOf(resource).filter((parameter) => !isParameterOf(parameter, ...LISTS)));

/** The parameters that only one of two lists has. */
export const parametersBesides = (resource: string, other: string): Table =>
  parameterTable(parametersOf(resource).filter((parameter) => !isParameterOf(parameter, other)));

const propertiesOf = (type: string): [string, Schema][] =>
  Object.entries(DOCUMENT.components.schemas[type].properties as Record<string, Schema>);

const isRequired = (type: string, name: string): boolean =>
  DOCUMENT.components.schemas[type].required?.includes(name) ?? false;

const fieldTable = (body: string, isWanted: (name: string, field: Schema) => boolean): Table => [
  ['Field', 'Type', 'Meaning'],
  ...propertiesOf(body)
    .filter(([name, field]) => isWanted(name, field))
    .map(([name, field]) => [
      `${code(name)}${isRequired(body, name) ? ' (required)' : ''}`,
      typeOf(field),
      meaningOf(field),
    ]),
];

const RECORDS = ['CreateEvent', 'CreateVenue', 'CreateOrganizer'];

const isSharedField = (name: string, field: Schema): boolean =>
  RECORDS.every((body) =>
    propertiesOf(body).some(([other, like]) => other === name && areEqual(field, like)),
  );

/** The fields of events, venues and organizers. */
export const sharedFields = (): Table => fieldTable('CreateEvent', isSharedField);

/** The further fields of one of them. */
export const ownFields = (body: string): Table =>
  fieldTable(body, (name, field) => !isSharedField(name, field));

/** The fields of a category or a tag. */
export const allFields = (body: string): Table => fieldTable(body, () => true);

/** Returns the description of a key, or of its type, which all keys of that type share. */
const keyMeaning = (key: Schema): string =>
  meaningOf(key.$ref === undefined ? key : DOCUMENT.components.schemas[nameOf(key)]);

const keyRows = (type: string, prefix = ''): string[][] =>
  propertiesOf(type).map(([name, key]) => [
    `${code(prefix + name)}${isRequired(type, name) ? '' : ' (not always)'}`,
    `${typeOf(key)}${key.nullable ? ' or `null`' : ''}`,
    keyMeaning(key),
  ]);

/** The keys of a response. */
export const keysOf = (type: string): Table => [['Key', 'Type', 'Meaning'], ...keyRows(type)];

/** The keys of nested objects in responses. */
export const innerKeysOf = (...types: string[]): Table => [
  ['Key', 'Type', 'Meaning'],
  ...types.flatMap((type) => keyRows(type, `${type}.`)),
];

/** Returns each header once, by name, with all its different descriptions. */
const headerTable = (headers: readonly [string, Schema][]): Table => [
  ['Header', 'Meaning'],
  ...unique(headers.map(([name]) => name))
    .sort()
    .map((wanted) => {
      const meanings = headers.filter(([name]) => name === wanted).map(([, header]) => header);
      return [code(wanted), unique(meanings.map(({ description = '' }) => description)).join(' ')];
    }),
];

export const requestHeaders = (): Table =>
  headerTable(
    operationsOf(DOCUMENT).flatMap(({ operation }) =>
      operation.parameters
        .filter((parameter) => parameter.in === 'header')
        .map(({ name, description }): [string, Schema] => [name, { description }]),
    ),
  );

export const answerHeaders = (): Table =>
  headerTable(
    operationsOf(DOCUMENT).flatMap(({ operation }) =>
      Object.values(responsesOf(DOCUMENT, operation)).flatMap(({ headers = {} }) =>
        Object.entries(headers as Record<string, Schema>),
      ),
    ),
  );

export const routes = (): Table => [
  ['Address', 'Methods', 'Names'],
  ...Object.entries(DOCUMENT.paths).map(([path, operations]) => [
    code(path),
    Object.keys(operations)
      .map((method) => code(method.toUpperCase()))
      .join(' '),
    Object.values(operations)
      .map(({ operationId }) => code(operationId))
      .join(' '),
  ]),
];

/** The statuses that a write can set. */
export const writableStatuses = (): unknown[] =>
  (DOCUMENT.components.schemas.WritableStatus as unknown as Schema).enum ?? [];
