import type { ProblemBody } from '../../src/platform/errors';
import type { Fields } from './client';
import { NAMESPACE } from './fuzz/calls';
import type { Schemas, ValueSchema } from './fuzz/values';
import { send, type WireResponse, type WireRequest } from './fuzz/wire';
import { type Filling, hostileBody } from './hostile-bodies';
import { type Document, nameOf, operationsOf } from './openapi-document';

export interface WriteOperation {
  method: string;
  path: string;
  /** The name of the schema of its body. */
  body: string;
  bodyWith: (filling: Filling) => Fields;
  /** With only the required fields and a unique name. */
  plain: () => Fields;
}

/** A series needs these unless it is made of an event, which its schema cannot say. */
const ONE_DATE: Fields = {
  start_date: '2027-05-01 10:00:00',
  end_date: '2027-05-01 11:00:00',
  rrule: 'FREQ=DAILY;COUNT=1',
};

export function writeOperationsIn(document: Document, newName: () => string): WriteOperation[] {
  const schemas = document.components.schemas as Schemas;
  return operationsOf(document).flatMap(({ method, path, operation: { requestBody } }) => {
    // Imports take files, which test/hostile/imports.test.ts sends.
    if (!requestBody || !('application/json' in requestBody.content)) return [];
    const { schema } = requestBody.content['application/json'];
    const body = nameOf(schema);
    const { properties = {}, required = [] } = schemas[body];
    const valueOf = (name: string): unknown => {
      const { example, maxLength } = properties[name] as ValueSchema & { example?: unknown };
      return maxLength === undefined ? example : newName();
    };
    return {
      method: method.toUpperCase(),
      path,
      body,
      bodyWith: (filling: Filling) => hostileBody(schema, schemas, filling),
      plain: () => ({
        ...Object.fromEntries(required.map((name) => [name, valueOf(name)])),
        ...(path === '/series' && { title: newName(), ...ONE_DATE }),
      }),
    };
  });
}

export const addressOf = (path: string, key: string): string =>
  `${NAMESPACE}${path === '/' ? '' : path.replace(/\{\w+\}/, key)}`;

export const getFrom = (path: string): WireRequest => ({
  method: 'GET',
  target: `${NAMESPACE}${path}`,
  headers: {},
});

export const jsonTo = (method: string, path: string, body: Fields): WireRequest => ({
  method,
  target: addressOf(path, '1'),
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

/**
 * Repeats a write without the fields that its response reports as invalid, until none is.
 *
 * @returns the last response, and the omitted fields
 */
export async function sendValidPart(
  origin: string,
  { method, path }: WriteOperation,
  body: Fields,
  plain: Fields,
): Promise<{ response: WireResponse; refused: readonly string[] }> {
  const refused: string[] = [];
  for (;;) {
    const taken = Object.entries(body).filter(([name]) => !refused.includes(name));
    const sent = { ...plain, ...Object.fromEntries(taken) };
    const response = await send(origin, jsonTo(method, path, sent));
    const wrong = wrongIn(response).filter((name) => !refused.includes(name));
    if (wrong.length === 0) return { response, refused };
    refused.push(...wrong);
  }
}

function wrongIn({ text }: WireResponse): string[] {
  const { data } = (text === '' ? {} : JSON.parse(text)) as Partial<ProblemBody>;
  return Object.keys(data?.params ?? {});
}
