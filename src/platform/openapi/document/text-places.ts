import type { OpenAPIObject } from '@nestjs/swagger';
import { bodyOf, isReference, operationsOf, parametersOf, type Schema } from '../specification';
import { keysOf } from './document-texts';

/**
 * The place of a text: a parameter or a field of a body, and the operations that use it; or a key
 * of a response, and the types that contain it.
 */
export interface TextPlace {
  kind: 'parameter' | 'field' | 'key' | 'type';
  name: string;
  /** Summaries of operations, `List tags`, or names of types, `TermRecord`. */
  holders: string[];
}

/**
 * Returns the places where the texts of a document are shown.
 *
 * @param document with keys in place of the texts
 * @returns places by key, in the order of the document
 */
export function textPlaces(document: OpenAPIObject): Map<string, TextPlace[]> {
  const { paths, components: { schemas = {} } = {} } = document;
  const bodies = new Set<Schema>();
  const positions = new Map<string, TextPlace[]>();
  const add = (kind: TextPlace['kind'], name: string, part: unknown, holder: string): void => {
    for (const key of keysOf(part)) {
      const known = positions.get(key) ?? [];
      positions.set(key, known);
      const position = known.find((each) => each.kind === kind && each.name === name);
      if (position) position.holders = [...new Set([...position.holders, holder])];
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
  return positions;
}
