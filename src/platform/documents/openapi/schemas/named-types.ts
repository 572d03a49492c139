import { isDeepStrictEqual } from 'node:util';
import { TYPE_NAME } from '../../../input';
import { referenceTo, type Schemas } from './specification';

/**
 * Moves the parts with a type name to the schemas, and replaces them by references, in place and at
 * any depth.
 *
 * @throws Error when two parts with the same name differ
 */
export function moveNamedTypes(part: unknown, schemas: Schemas): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part) as [string, unknown][]) {
    moveNamedTypes(value, schemas);
    if (typeof value !== 'object' || value === null || !(TYPE_NAME in value)) continue;
    const { [TYPE_NAME]: name, ...schema } = value as Record<string, unknown>;
    const known = (schemas[String(name)] ??= schema);
    if (!isDeepStrictEqual(known, schema)) throw new Error(`There are two types ${String(name)}.`);
    Object.assign(part, { [key]: referenceTo('schemas', String(name)) });
  }
}
