import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { readTranslationFiles } from '../../src/cli/i18n/translation-files';
import { DEFAULT_LANGUAGE } from '../../src/platform/i18n';
import { I18N_FOLDER } from '../../src/platform/config';
import { startApp } from '../support/app';
import {
  type Document,
  nameOf,
  operationsOf,
  readDocument,
  responsesOf,
} from '../support/openapi-document';

interface Schema {
  $ref?: string;
  description?: string;
  example?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Header extends Schema {
  schema: object;
}

interface Key {
  location: string;
  name: string;
  schema: Schema;
}

/** In these schemas, a key has one meaning. Other resources, such as webhooks, have keys of their own. */
const OF_THE_CALENDAR =
  /^(?:Category|Change|Event|Feature|Image|JsonFeed|Organizer|Series|Synced|Tag|Term|Venue)/;

let document: Document;
let keys: Key[];
let headers: [string, Header][];
const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
const validators = new Map<string, ValidateFunction>();

beforeAll(async () => {
  const app = await startApp();
  document = (await readDocument(app, 'en')).body;
  await app.close();
  ajv.addSchema(document, 'document');
  const responses = operationsOf(document).flatMap(({ operation }) =>
    Object.entries(responsesOf(document, operation)).map(([status, response]) => ({
      location: `${operation.operationId} ${status}`,
      response,
    })),
  );
  const found = new Map<string, Key>();
  for (const { location, response } of responses)
    for (const { schema } of Object.values(response.content ?? {}))
      collect(location, schema, found);
  keys = [...found.values()];
  headers = responses.flatMap(({ location, response }) =>
    Object.entries(response.headers ?? {}).map(([name, header]): [string, Header] => [
      `${location} ${name}`,
      header as Header,
    ]),
  );
});

const typeOf = (schema: Schema): Schema => document.components.schemas[nameOf(schema)];

function collect(location: string, schema: Schema, found: Map<string, Key>): void {
  if (schema.$ref !== undefined) {
    collect(nameOf(schema), typeOf(schema), found);
    return;
  }
  const {
    properties = {},
    items,
    additionalProperties,
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = schema;
  for (const [name, inner] of Object.entries(properties)) {
    const key = `${location}.${name}`;
    if (found.has(key)) continue;
    found.set(key, { location: key, name, schema: inner });
    collect(key, inner, found);
  }
  for (const part of [...allOf, ...anyOf, ...oneOf, items, additionalProperties])
    if (typeof part === 'object') collect(location, part, found);
}

/** All keys of one type share the description of the type. */
const descriptionOf = (schema: Schema): string | undefined =>
  schema.$ref === undefined ? schema.description : typeOf(schema).description;

function exampleOf(schema: Schema): unknown {
  if (schema.$ref !== undefined) return exampleOf(typeOf(schema));
  const { example, properties, items, additionalProperties, allOf, anyOf, oneOf } = schema;
  const [part] = allOf ?? anyOf ?? oneOf ?? [];
  if (example !== undefined) return example;
  if (part) return exampleOf(part);
  if (items) return listOf(exampleOf(items));
  const entries = Object.entries(properties ?? {}).map(([name, inner]) => [name, exampleOf(inner)]);
  if (properties) return Object.fromEntries(entries) as object;
  if (typeof additionalProperties !== 'object') return undefined;
  const value = exampleOf(additionalProperties);
  return value === undefined ? undefined : { name: value };
}

const listOf = (entry: unknown): unknown[] | undefined =>
  entry === undefined ? undefined : [entry];

function faultsOf(location: string, schema: object, example: unknown): string[] {
  if (example === undefined) return [`${location} has no example`];
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as object);
  validators.set(text, validate);
  return validate(example) ? [] : [`${location}: ${ajv.errorsText(validate.errors)}`];
}

describe('Every key and header of a response', () => {
  it('has a description, in sentences', () => {
    expect(keys.length).toBeGreaterThan(150);
    expect(headers.length).toBeGreaterThan(150);
    const wrong = [
      ...keys.map(({ location, schema }) => [location, descriptionOf(schema)]),
      ...headers.map(([location, header]) => [location, header.description]),
    ].filter(([, description = '']) => !/^[A-Z`].*\.$/s.test(description));
    expect(wrong).toEqual([]);
  });

  it('has an example that matches its schema', () => {
    const wrong = [
      ...keys.flatMap(({ location, schema }) => faultsOf(location, schema, exampleOf(schema))),
      ...headers.flatMap(([location, header]) => faultsOf(location, header.schema, header.example)),
    ];
    expect(wrong).toEqual([]);
  });

  it('has the same description wherever it has the same meaning', () => {
    const groups = new Map<string, Map<string, string>>();
    for (const { location, name, schema } of keys.filter((key) =>
      OF_THE_CALENDAR.test(key.location),
    )) {
      // Records such as `EventRecord` and `VenueRecord` are one kind, lists another.
      const [kind] = /[A-Z][a-z]*(?=\.)/.exec(location) ?? [];
      const alike = JSON.stringify([kind, name, { ...schema, description: '', example: '' }]);
      const group = groups.get(alike) ?? new Map<string, string>();
      groups.set(alike, group.set(location, descriptionOf(schema) ?? ''));
    }
    const different = [...groups.values()].filter((group) => new Set(group.values()).size > 1);
    expect(different).toEqual([]);
  });

  it('has a text that is used, and is not a duplicate', () => {
    const texts = readTranslationFiles(I18N_FOLDER)
      .filter(({ language }) => language === DEFAULT_LANGUAGE)
      .flatMap(({ translations }) => translations)
      .filter(({ key }) => /^(?:[\w-]+\.record|document\.(?:fields|headers))\./.test(key))
      .map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(120);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    const shown = JSON.stringify(document);
    expect(texts.filter((text) => !shown.includes(JSON.stringify(text)))).toEqual([]);
  });
});
