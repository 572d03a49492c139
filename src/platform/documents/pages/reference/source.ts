import type { ErrorTable } from '../../../foundation/modules';
import {
  isReference,
  JSON_TYPE,
  nameOf,
  type Operation,
  operationsOf,
  type PageDocument,
  type RequestBody,
  type Response,
  type Schemas,
} from '../../openapi';

/** What the reference needs besides the document. */
export interface Surroundings {
  errors: ErrorTable;
  /** Absolute address of the interface in the language of the page. */
  root: string;
  /** Whether writes need a credential. */
  isProtected: boolean;
  /** Returns the text of a key of `i18n/<language>/pages.json`. */
  text: (key: string) => string;
  /** Returns the text of a key of `i18n/<language>/document.json`, if there is one. */
  documentText: (key: string) => string | undefined;
}

/** What the reference is rendered from. */
export interface Source extends PageDocument, Surroundings {
  schemas: Schemas;
  /** Operation ids by the schema of their body, whose fields are shown with the operation. */
  bodies: ReadonlyMap<string, string>;
  /** Summaries of operations by their ids. */
  summaries: ReadonlyMap<string, string>;
  /** The codes of errors that every operation has. */
  generalErrors: readonly string[];
  /** The lists of fields that are rendered so far, by the fields that they describe. */
  described: Map<string, string>;
}

export function sourceOf(reference: PageDocument, surroundings: Surroundings): Source {
  const { components: { schemas = {} } = {}, paths } = reference.document;
  const operations = Object.values(paths)
    .flatMap(operationsOf)
    .map(({ operation }) => operation);
  const bodies = new Map<string, string>();
  for (const { operationId = '', requestBody } of operations) {
    const schema = (requestBody as RequestBody | undefined)?.content[JSON_TYPE]?.schema;
    if (schema && isReference(schema) && !bodies.has(nameOf(schema)))
      bodies.set(nameOf(schema), operationId);
  }
  const codes = operations.map((each) => errorsOf(each, reference).map(({ code }) => code));
  return {
    ...reference,
    ...surroundings,
    schemas,
    bodies,
    summaries: new Map(
      operations.map(({ operationId = '', summary = '' }) => [operationId, summary]),
    ),
    generalErrors: codes[0].filter((code) => codes.every((each) => each.includes(code))),
    described: new Map(),
  };
}

/** Returns the errors of an operation. */
export function errorsOf(
  { responses }: Operation,
  { document }: PageDocument,
): { status: string; code: string }[] {
  const all = Object.entries(responses) as [string, Response][];
  return all.flatMap(([status, answer]) => {
    const shared = isReference(answer) ? document.components?.responses?.[nameOf(answer)] : {};
    return Object.values((shared as Response).content ?? {})
      .flatMap(({ examples = {} }) => Object.keys(examples))
      .map((code) => ({ status, code }));
  });
}
