import type { OpenAPIObject } from '@nestjs/swagger';
import { bodyOf, isReference, operationsOf, parametersOf, type Schema } from '../specification';
import { keysOf } from './document-texts';

/** A parameter or a field of a body with its operations; or a key of a response with its types. */
export interface TextUse {
  kind: 'parameter' | 'field' | 'key' | 'type';
  name: string;
  /** Summaries of operations, `List tags`, or names of types, `TermRecord`. */
  holders: string[];
}

/**
 * @param document with keys in place of the texts
 * @returns the uses by key of the text, in the order of the document
 */
export function textUses(document: OpenAPIObject): Map<string, TextUse[]> {
  const { paths, components: { schemas = {} } = {} } = document;
  const bodies = new Set<Schema>();
  const uses = new Map<string, TextUse[]>();
  const add = (kind: TextUse['kind'], name: string, part: unknown, holder: string): void => {
    for (const key of keysOf(part)) {
      const known = uses.get(key) ?? [];
      uses.set(key, known);
      const use = known.find((each) => each.kind === kind && each.name === name);
      if (use) use.holders = [...new Set([...use.holders, holder])];
      else known.push({ kind, name, holders: [holder] });
    }
  };
  for (const { operation } of Object.values(paths).flatMap(operationsOf)) {
    const { summary = '' } = operation;
    const body = bodyOf(operation, schemas);
    if (body) bodies.add(body);
    for (const parameter of parametersOf(operation))
      add('parameter', parameter.name, parameter, summary);
    for (const [name, field] of Object.entries(body?.properties ?? {}))
      add('field', name, field, summary);
  }
  for (const [type, schema] of Object.entries(schemas)) {
    if (isReference(schema) || bodies.has(schema)) continue;
    const { properties = {}, ...whole } = schema;
    add('type', type, whole, type);
    for (const [name, key] of Object.entries(properties)) add('key', name, key, type);
  }
  return uses;
}
