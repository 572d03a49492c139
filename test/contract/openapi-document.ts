import type { TestApp } from '../support/app';
import type { Answer } from '../support/client';

export type Described = Record<string, unknown> & { description?: string };

export interface Parameter extends Described {
  name: string;
  in: string;
  required: boolean;
  schema: Described;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

export interface Schema extends Described {
  properties: Record<string, Described>;
  required?: string[];
}

/** What the tests look at in an OpenAPI document. */
export interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** The root of the interface in a language, such as `http://127.0.0.1:40123/de/cal/events/v1`. */
export const rootIn = ({ url, origin }: TestApp, language: string): string =>
  url.replace(origin, `${origin}/${language}`);

export const readDocument = (
  app: TestApp,
  language: string,
  headers: Record<string, string> = {},
): Promise<Answer<Document>> => app.request('GET', `${rootIn(app, language)}/doc`, { headers });

export const operationsOf = ({
  paths,
}: Document): { path: string; method: string; operation: Operation }[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

/** The fields of all bodies that a document's operations take. */
export function bodyFields(document: Document): Described[] {
  const names = operationsOf(document).flatMap(({ operation }) =>
    Object.values(operation.requestBody?.content ?? {}).map(({ schema }) =>
      schema.$ref.replace('#/components/schemas/', ''),
    ),
  );
  return [...new Set(names)].flatMap((name) =>
    Object.values(document.components.schemas[name].properties),
  );
}
