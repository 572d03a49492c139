import type { OpenAPIObject } from '@nestjs/swagger';
import { bodyOf, operationsOf, parametersOf } from '../schemas/specification';
import { keysOf } from './translate';

/** Where a text stands: a parameter or a field of a body, and the operations that have it. */
export interface TextPlace {
  kind: 'parameter' | 'field';
  name: string;
  /** Their summaries: `List tags`. */
  operations: string[];
}

/**
 * Where a document shows its texts.
 *
 * @param document with keys in place of the texts
 * @returns places by key, in the order of the document
 */
export function textPlaces(document: OpenAPIObject): Map<string, TextPlace[]> {
  const places = new Map<string, TextPlace[]>();
  const add = (kind: TextPlace['kind'], name: string, part: unknown, operation: string): void => {
    for (const key of keysOf(part)) {
      const known = places.get(key) ?? [];
      places.set(key, known);
      const place = known.find((each) => each.kind === kind && each.name === name);
      if (place) place.operations = [...new Set([...place.operations, operation])];
      else known.push({ kind, name, operations: [operation] });
    }
  };
  for (const { operation } of Object.values(document.paths).flatMap(operationsOf)) {
    const { summary = '' } = operation;
    const fields = bodyOf(operation, document.components?.schemas ?? {})?.properties ?? {};
    for (const parameter of parametersOf(operation))
      add('parameter', parameter.name, parameter, summary);
    for (const [name, field] of Object.entries(fields)) add('field', name, field, summary);
  }
  return places;
}
