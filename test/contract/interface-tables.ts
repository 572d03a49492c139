import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code, type Table } from '../support/markdown';
import { type Document, nameOf, operationsOf, responsesOf } from '../support/openapi-document';

/** As `npm run openapi` has written it; another test compares it with the service. */
const DOCUMENT = JSON.parse(
  readFileSync(join(__dirname, '../../openapi/en.json'), 'utf8'),
) as Document;

/** What is told of a parameter, a field, a key or a header. */
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

/** A larger bound is that of a column or of JSON, and says nothing of the value. */
const BOUND_MAX = 2 ** 31 - 2;

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The type of a value; between brackets the most characters of a text, or entries of a list. */
function typeOf(schema: Schema): string {
  const { $ref, type, enum: values, maxLength, maxItems, maxProperties } = schema;
  const alternatives = schema.allOf ?? schema.anyOf ?? schema.oneOf;
  if (alternatives) return unique(alternatives.map(typeOf).filter(Boolean)).join(' or ');
  if ($ref !== undefined) return code(nameOf({ $ref }));
  if (values) return wordsOf(values).join(', ');
  // What is always empty only clears.
  if (maxLength === 0 || maxItems === 0) return '';
  if (type === 'string') return `${schema.format === 'uri' ? 'address' : 'text'}${most(maxLength)}`;
  if (type === 'array') return `list${most(maxItems)}${entriesOf(schema.items)}`;
  if (type === 'object')
    return `object${most(maxProperties)}${entriesOf(schema.additionalProperties)}`;
  return `${type ?? 'anything'}${rangeOf(schema)}`;
}

/** The values that may be sent or answered; null, which is among them where it clears, is left out. */
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

/** Whether two are described in the same words, whatever their examples are. */
const areAlike = (one: object, other: object = {}): boolean =>
  JSON.stringify({ ...one, example: 0 }) === JSON.stringify({ ...other, example: 0 });

const parametersOf = (resource: string): Parameter[] =>
  (DOCUMENT.paths[`/${resource}`].get.parameters as unknown as Parameter[]).filter(
    (parameter) => parameter.in === 'query',
  );

const isTakenBy = (parameter: Parameter, ...resources: string[]): boolean =>
  resources.every((resource) => parametersOf(resource).some((other) => areAlike(parameter, other)));

const parameterTable = (parameters: readonly Parameter[]): Table => [
  ['Parameter', 'Type', 'Default', 'Meaning'],
  ...parameters.map((parameter) => {
    const { name, schema } = parameter;
    const initial = schema.default === undefined ? '' : code(schema.default);
    return [code(name), typeOf(schema), initial, meaningOf(parameter)];
  }),
];

const LISTS = ['events', 'venues', 'organizers', 'categories', 'tags'];

/** What all lists take. */
export const sharedParameters = (): Table =>
  parameterTable(parametersOf('events').filter((parameter) => isTakenBy(parameter, ...LISTS)));

/** What a list takes besides that. */
export const ownParameters = (resource: string): Table =>
  parameterTable(parametersOf(resource).filter((parameter) => !isTakenBy(parameter, ...LISTS)));

/** What a list takes, and another one does not. */
export const parametersBesides = (resource: string, other: string): Table =>
  parameterTable(parametersOf(resource).filter((parameter) => !isTakenBy(parameter, other)));

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
    propertiesOf(body).some(([other, like]) => other === name && areAlike(field, like)),
  );

/** What events, venues and organizers are all written with. */
export const sharedFields = (): Table => fieldTable('CreateEvent', isSharedField);

/** What one of them is written with besides that. */
export const ownFields = (body: string): Table =>
  fieldTable(body, (name, field) => !isSharedField(name, field));

/** All that a category or a tag is written with. */
export const allFields = (body: string): Table => fieldTable(body, () => true);

/** What is said of a key, or else of its type, which all keys of that type share. */
const keyMeaning = (key: Schema): string =>
  meaningOf(key.$ref === undefined ? key : DOCUMENT.components.schemas[nameOf(key)]);

const keyRows = (type: string, prefix = ''): string[][] =>
  propertiesOf(type).map(([name, key]) => [
    `${code(prefix + name)}${isRequired(type, name) ? '' : ' (not always)'}`,
    `${typeOf(key)}${key.nullable ? ' or `null`' : ''}`,
    keyMeaning(key),
  ]);

/** The keys of an answer. */
export const keysOf = (type: string): Table => [['Key', 'Type', 'Meaning'], ...keyRows(type)];

/** The keys of objects that stand inside of answers. */
export const innerKeysOf = (...types: string[]): Table => [
  ['Key', 'Type', 'Meaning'],
  ...types.flatMap((type) => keyRows(type, `${type}.`)),
];

/** Each header once, by its name; where operations say different things of it, each of them. */
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

/** The statuses that a write may ask for. */
export const writableStatuses = (): unknown[] =>
  (DOCUMENT.components.schemas.WritableStatus as unknown as Schema).enum ?? [];
