import { mapTexts } from '../../src/platform/openapi/document/document-texts';
import type { TestApp } from './app';
import type { TestResponse } from './client';

export type Described = Record<string, unknown> & { description?: string };

export interface Parameter extends Described {
  name: string;
  in: string;
  required: boolean;
  schema: Described;
}

export interface Reference {
  $ref: string;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, []>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content<Reference>> };
  /** Shared responses are references. */
  responses: Record<string, Response & Partial<Reference>>;
  /** Name → address → method → operation. */
  callbacks?: Record<
    string,
    Record<string, Record<string, Pick<Operation, 'summary' | 'parameters'>>>
  >;
}

export interface Response {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, Content>;
}

export interface Content<T extends object = object> {
  schema: T;
  examples?: Record<string, Reference>;
  encoding?: Record<string, object>;
}

export interface Schema extends Described {
  properties: Record<string, Described>;
  required?: string[];
}

export interface Document {
  info: object;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    examples: Record<string, { value: unknown }>;
    securitySchemes: Record<string, object>;
  };
}

/** Copies a document without the texts of translation files, which change without a developer. */
export const withoutTexts = <T>(document: T): T =>
  mapTexts(document, (name, text) =>
    name === 'description' || name === 'summary' ? undefined : text,
  );

/** Returns the root of the interface in a language, such as `http://127.0.0.1:40123/de/cal/events/v1`. */
export const rootIn = ({ url, origin }: TestApp, language: string): string =>
  url.replace(origin, `${origin}/${language}`);

export const readDocument = (
  app: TestApp,
  language: string,
  headers: Record<string, string> = {},
): Promise<TestResponse<Document>> =>
  app.request('GET', `${rootIn(app, language)}/doc`, { headers });

export const operationsOf = ({
  paths,
}: Document): { path: string; method: string; operation: Operation }[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

export function responsesOf(
  { components }: Document,
  { responses }: Operation,
): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      response.$ref === undefined ? response : components.responses[nameOf(response)],
    ]),
  );
}

export const nameOf = ({ $ref = '' }: Partial<Reference>): string =>
  $ref.slice($ref.lastIndexOf('/') + 1);

export function bodyFields(document: Document): Described[] {
  const names = operationsOf(document).flatMap(({ operation }) =>
    Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      // The body of an import is a text.
      schema.$ref === undefined ? [] : nameOf(schema),
    ),
  );
  // The texts of one language are fields, too.
  const texts = Object.keys(document.components.schemas).filter((name) => name.endsWith('Texts'));
  return [...new Set([...names, ...texts])].flatMap((name) =>
    Object.values(document.components.schemas[name].properties),
  );
}
