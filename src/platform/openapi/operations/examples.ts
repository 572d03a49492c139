import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProblemBody } from '../../errors';
import {
  bodyOf,
  type Examples,
  isReference,
  JSON_TYPE,
  type Operation,
  parametersOf,
  referenceTo,
  type RequestBody,
  type Response,
  type Schemas,
} from '../specification';

export interface RecordedOperation {
  /** By name: parameters of the path and the query, and fields of the body. */
  parameters?: Record<string, unknown>;
  /** By the summary of the example. */
  bodies?: Record<string, unknown>;
  response?: unknown;
}

/** Requests and responses of the service, which become the examples. */
export interface Recorded {
  /** By purpose, which equivalent operations share. */
  operations: Record<string, RecordedOperation | undefined>;
  /** By error code. */
  problems: Record<string, ProblemBody | undefined>;
}

/** Contract tests record the examples again and compare. */
export const EXAMPLES_FILE = join(__dirname, '../../../../openapi/examples.json');

/** Empty without the file. */
export function readExamples(file = EXAMPLES_FILE): Recorded {
  if (!existsSync(file)) return { operations: {}, problems: {} };
  return JSON.parse(readFileSync(file, 'utf8')) as Recorded;
}

export function addExamples(
  operation: Operation,
  name: string,
  { parameters = {}, bodies = {}, response }: RecordedOperation = {},
  examples: Examples,
): void {
  for (const parameter of parametersOf(operation)) {
    if (!(parameter.name in parameters)) continue;
    const { schema } = parameter;
    const sent = parameters[parameter.name];
    const isList = schema && !isReference(schema) && schema.type === 'array';
    parameter.example = isList && typeof sent === 'string' ? sent.split(',') : sent;
    if (schema && !isReference(schema)) delete schema.example;
  }
  const request = operation.requestBody as RequestBody | undefined;
  const { 200: read, 201: created } = operation.responses as Record<string, Response | undefined>;
  for (const [kind, value] of Object.entries(bodies)) {
    const component = `${name}.${kind}`;
    examples[component] = { summary: `document.examples.${kind}`, value };
    // A form has the same schema, and its fields have the form of JSON.
    addExample(request?.content, kind, component);
  }
  if (response === undefined) return;
  examples[`${name}.response`] = { value: response };
  for (const success of [read, created]) addExample(success?.content, name, `${name}.response`);
}

/** Adds an example to the JSON content, or else to the only media type. */
function addExample(content: Response['content'] = {}, name: string, component: string): void {
  const part = content[JSON_TYPE] ?? Object.values(content).at(0);
  if (part) part.examples = { ...part.examples, [name]: referenceTo('examples', component) };
}

export function addFieldExamples(
  operation: Operation,
  { parameters = {} }: RecordedOperation = {},
  schemas: Schemas,
): void {
  for (const [name, field] of Object.entries(bodyOf(operation, schemas)?.properties ?? {}))
    if (name in parameters && !isReference(field)) field.example = parameters[name];
}
