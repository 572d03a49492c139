import fc from 'fast-check';
import { stringify } from 'qs';
import type { Document, Operation } from '../openapi-document';
import type { Fields } from '../client';
import { BEYOND_NUMBERS, EDGE_IDS, edgeSlugs, edgeValues } from './edges';
import { type Schemas, validValues, type ValueSchema } from './values';
import type { WireRequest } from './wire';

export interface Target {
  method: string;
  path: string;
  operation: Operation;
}

interface Call {
  language: string;
  method: string;
  /** As in the document, such as `/tags/{id}`. */
  path: string;
  key: string;
  slash: string;
  query: Fields;
  body?: Fields;
  asForm: boolean;
}

export const NAMESPACE = '/cal/events/v1';
/** The languages of the interface (docs/reference/interface.md#languages). */
export const LANGUAGES = ['de', 'en', 'fr'];
const SEGMENTS = ['', '', '', ...LANGUAGES.map((language) => `/${language}`)];

/** Calls with values that the document allows. */
function validCalls({ method, path, operation }: Target, schemas: Schemas): fc.Arbitrary<Call> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const query: ValueSchema = {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema }) => [name, schema as ValueSchema]),
    ),
  };
  const body = bodySchema(operation);
  return fc.record({
    language: fc.constantFrom(...SEGMENTS),
    slash: fc.constantFrom('', '', '/'),
    method: fc.constant(method.toUpperCase()),
    path: fc.constant(path),
    key: validKeys(path),
    query: validValues(query, '', schemas) as fc.Arbitrary<Fields>,
    ...(body && { body: validValues(body, '', schemas) as fc.Arbitrary<Fields> }),
    asForm: fc.constantFrom(false, false, true),
  });
}

const bodySchema = ({ requestBody }: Operation): ValueSchema | undefined =>
  requestBody?.content['application/json']?.schema;

function validKeys(path: string): fc.Arbitrary<string> {
  const type = path.includes('{id}') ? 'integer' : 'string';
  return validValues({ type, minimum: 1 }, 'slug', {}).map(String);
}

/** Valid calls in which one or two values are replaced or added by invalid ones. */
function halfValidCalls(target: Target, schemas: Schemas): fc.Arbitrary<Call> {
  const ofBody = Object.keys(resolved(bodySchema(target.operation), schemas).properties ?? {});
  const ofQuery = target.operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);
  const edits = [
    ...ofBody.map((name) => ({ part: 'body' as const, name })),
    ...[...ofQuery, ...ofBody.slice(0, 5)].map((name) => ({ part: 'query' as const, name })),
    ...(target.path.includes('{') ? [{ part: 'key' as const, name: '' }] : []),
  ];
  const keys = target.path.includes('{id}') ? fc.constantFrom(...EDGE_IDS) : edgeSlugs;
  const edit = fc.record({ at: fc.constantFrom(...edits), value: edgeValues, key: keys });
  return fc
    .tuple(validCalls(target, schemas), fc.array(edit, { minLength: 1, maxLength: 2 }))
    .map(([call, changes]) =>
      changes.reduce(
        (changed: Call, { at: { part, name }, value, key }) =>
          part === 'key'
            ? { ...changed, key }
            : { ...changed, [part]: { ...changed[part], [name]: value } },
        call,
      ),
    );
}

function resolved(schema: ValueSchema = {}, schemas: Schemas): ValueSchema {
  return schema.$ref === undefined ? schema : schemas[schema.$ref.replace(/.*\//, '')];
}

function written(call: Call): WireRequest {
  const { language, slash, method, path, key, query, body, asForm } = call;
  const filled = path.replace(/\{\w+\}/, encodeURIComponent(Buffer.from(key).toString()));
  const parameters = stringify(query, { arrayFormat: asForm ? 'brackets' : 'comma' });
  const target = `${language}${NAMESPACE}${path === '/' ? '' : filled}${slash}`;
  return {
    method,
    target: parameters === '' ? target : `${target}?${parameters}`,
    headers:
      body === undefined
        ? {}
        : { 'Content-Type': asForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    ...(body !== undefined && { body: Buffer.from(asForm ? formOf(body) : jsonOf(body)) }),
  };
}

const formOf = (body: Fields): string => stringify(body, { arrayFormat: 'brackets' });
const jsonOf = (body: Fields): string =>
  JSON.stringify(body).replaceAll(JSON.stringify(BEYOND_NUMBERS), '1e999');

/** Bodies of one operation, valid or with one value replaced by an edge case. */
export function bodiesOf(operation: Operation, document: Document): fc.Arbitrary<Fields> {
  const schemas = document.components.schemas as Schemas;
  const schema = bodySchema(operation) ?? {};
  const names = Object.keys(resolved(schema, schemas).properties ?? {});
  const valid = validValues(schema, '', schemas) as fc.Arbitrary<Fields>;
  return fc.oneof(
    valid,
    fc
      .tuple(valid, fc.constantFrom(...names), edgeValues)
      .map(([body, name, value]) => ({ ...body, [name]: value })),
  );
}

/** Requests to one operation of the document. */
export function requestsTo(
  target: Target,
  document: Document,
): { valid: fc.Arbitrary<WireRequest>; halfValid: fc.Arbitrary<WireRequest> } {
  const schemas = document.components.schemas as Schemas;
  return {
    valid: validCalls(target, schemas).map(written),
    halfValid: halfValidCalls(target, schemas).map(written),
  };
}
