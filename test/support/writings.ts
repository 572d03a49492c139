import type { ProblemBody } from '../../src/platform/foundation/errors';
import type { Fields } from './client';
import { NAMESPACE } from './fuzz/calls';
import type { Schemas, ValueSchema } from './fuzz/values';
import { send, type WireAnswer, type WireRequest } from './fuzz/wire';
import { type Filling, hostileBody } from './hostile-bodies';
import { type Document, nameOf, operationsOf } from './openapi-document';

/** An operation of the document that takes a body. */
export interface Writing {
  method: string;
  path: string;
  /** A body in which every field holds a text. */
  bodyWith: (filling: Filling) => Fields;
  /** A body that is taken, with what is required and nothing else, under a name of its own. */
  plain: () => Fields;
}

export function writingsIn(document: Document, newName: () => string): Writing[] {
  const schemas = document.components.schemas as Schemas;
  return operationsOf(document).flatMap(({ method, path, operation: { requestBody } }) => {
    if (!requestBody) return [];
    const { schema } = requestBody.content['application/json'];
    const { properties = {}, required = [] } = schemas[nameOf(schema)];
    const valueOf = (name: string): unknown => {
      const { example, maxLength } = properties[name] as ValueSchema & { example?: unknown };
      return maxLength === undefined ? example : newName();
    };
    return {
      method: method.toUpperCase(),
      path,
      bodyWith: (filling: Filling) => hostileBody(schema, schemas, filling),
      plain: () => Object.fromEntries(required.map((name) => [name, valueOf(name)])),
    };
  });
}

/** An address of the interface: that of an operation, with a key in its path. */
export const addressOf = (path: string, key: string): string =>
  `${NAMESPACE}${path === '/' ? '' : path.replace(/\{\w+\}/, key)}`;

export const getFrom = (path: string): WireRequest => ({
  method: 'GET',
  target: `${NAMESPACE}${path}`,
  headers: {},
});

/** A write to a collection, or to the first of its records. */
export const jsonTo = (method: string, path: string, body: Fields): WireRequest => ({
  method,
  target: addressOf(path, '1'),
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

/**
 * Sends a write again without the fields that its answer says are wrong, until none is.
 *
 * @returns the last answer, and the fields that were left out
 */
export async function sendTaken(
  origin: string,
  { method, path }: Writing,
  body: Fields,
  plain: Fields,
): Promise<{ answer: WireAnswer; refused: readonly string[] }> {
  const refused: string[] = [];
  for (;;) {
    const taken = Object.entries(body).filter(([name]) => !refused.includes(name));
    const sent = { ...plain, ...Object.fromEntries(taken) };
    const answer = await send(origin, jsonTo(method, path, sent));
    const wrong = wrongIn(answer).filter((name) => !refused.includes(name));
    if (wrong.length === 0) return { answer, refused };
    refused.push(...wrong);
  }
}

function wrongIn({ text }: WireAnswer): string[] {
  const { data } = (text === '' ? {} : JSON.parse(text)) as Partial<ProblemBody>;
  return Object.keys(data?.params ?? {});
}
