import { readFileSync, writeFileSync } from 'node:fs';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { EXAMPLES_FILE, type Recorded } from '../../src/platform/openapi';
import { startApp } from '../support/app';
import type { Fields } from '../support/client';
import { fakeDate } from '../support/fake-date';
import {
  type Content,
  type Document,
  nameOf,
  operationsOf,
  readDocument,
  responsesOf,
  withoutTexts,
} from '../support/openapi-document';
import { NOW } from './example-calls';
import { recordExamples } from './record-examples';

interface Example {
  location: string;
  value: unknown;
  schema: object;
}

let recorded: Recorded;
let document: Document;
const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  const validator = validators.get(text) ?? ajv.compile(JSON.parse(text) as object);
  validators.set(text, validator);
  return validator;
}

beforeAll(async () => {
  fakeDate(NOW);
  recorded = await recordExamples();
  jest.useRealTimers();
  if (process.env.RECORD_EXAMPLES)
    writeFileSync(EXAMPLES_FILE, `${JSON.stringify(recorded, null, 2)}\n`);
  const app = await startApp();
  document = (await readDocument(app, 'en')).body;
  await app.close();
  ajv.addSchema(document, 'document');
});

function parameters(): Example[] {
  return operationsOf(document).flatMap(({ operation }) =>
    operation.parameters.map(({ name, example, schema }) => ({
      location: `${operation.operationId}(${name})`,
      value: example ?? schema.example,
      schema,
    })),
  );
}

function fields(): Example[] {
  const bodies = Object.entries(document.components.schemas).filter(([name]) =>
    /^(Create|Update)/.test(name),
  );
  return bodies.flatMap(([body, { properties }]) =>
    Object.entries(properties).map(([name, schema]) => ({
      location: `${body}.${name}`,
      value: schema.example,
      schema,
    })),
  );
}

function contents(): Example[] {
  return operationsOf(document).flatMap(({ operation }) => {
    const { operationId, requestBody } = operation;
    const request = requestBody?.content['application/json'];
    return [
      ...(request ? examplesOf(`${operationId} takes`, request) : []),
      ...Object.entries(responsesOf(document, operation)).flatMap(([status, { content = {} }]) =>
        Object.values(content).flatMap((response) =>
          examplesOf(`${operationId} ${status}`, response),
        ),
      ),
    ];
  });
}

function examplesOf(location: string, { schema, examples = {} }: Content): Example[] {
  const known = document.components.examples;
  const values = Object.values(examples).map((reference) => known[nameOf(reference)].value);
  return (values.length > 0 ? values : [undefined]).map((value) => ({
    location,
    value,
    schema,
  }));
}

/** The order of the keys counts; the texts of translation files do not. */
const textOf = (examples: Recorded): string => JSON.stringify(withoutTexts(examples), null, 2);

describe('The examples in the document', () => {
  it('are current requests and responses of the service', () => {
    const file = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Recorded;
    // After an intended change, `npm run regenerate` writes the file.
    expect(textOf(recorded)).toBe(textOf(file));
  });

  it('of creations can be sent to an empty calendar, with all and then with minimal fields', async () => {
    const creations = operationsOf(document).filter(
      ({ method, path, operation }) =>
        method === 'post' && !path.includes('{') && '201' in operation.responses,
    );
    expect(creations).not.toHaveLength(0);
    for (const { path, operation } of creations) {
      const { examples = {} } = operation.requestBody?.content['application/json'] ?? {};
      expect([path, Object.keys(examples)]).toEqual([path, ['minimal', 'full']]);
      const empty = await startApp({ WEBHOOK_SECRET: '5f'.repeat(32) });
      for (const reference of Object.values(examples).reverse()) {
        const { value } = document.components.examples[nameOf(reference)];
        const { status, body } = await empty.post(path, value as Fields);
        expect([path, value, status, body.code]).toEqual([path, value, 201, undefined]);
      }
      await empty.close();
    }
  });

  it.each([
    ['parameter', parameters],
    ['field of a body', fields],
    ['body and every answer', contents],
  ])('exist for every %s', (_kind, examples) => {
    // example-calls.ts has the examples; an `example` beside a description also counts.
    const missing = examples().filter(({ value }) => value === undefined);
    expect(
      missing.map(({ location }) => location).filter((location) => location !== 'getDocument 200'),
    ).toEqual([]);
  });

  it.each([
    ['parameters', parameters],
    ['fields of bodies', fields],
    ['bodies and answers', contents],
  ])('match the schemas of %s', (_kind, examples) => {
    const wrong = examples().flatMap(({ location, value, schema }) => {
      if (value === undefined) return [];
      const validate = validatorOf(schema);
      return validate(value) ? [] : [`${location}: ${ajv.errorsText(validate.errors)}`];
    });
    expect(wrong).toEqual([]);
  });
});
