import { isDeepStrictEqual } from 'node:util';
import { INTEGER_MAX, TYPE_NAME } from '../validation';
import { isReference, referenceTo, type Schema, type Schemas } from './specification';

/**
 * Corrects `nullable` for OpenAPI 3.0.3, in place and at any depth: it has an effect only next to a `type`, and an
 * `enum` must contain null. An alternative with an enum becomes nullable only if no other alternative can.
 */
export function correctNullable(schema: Schema): void {
  if (isReference(schema)) return;
  const { properties = {}, items, oneOf = [], anyOf = [], additionalProperties } = schema;
  const alternatives = [...oneOf, ...anyOf];
  if (schema.nullable && schema.type === undefined) {
    const inline = alternatives.flatMap((one) => (isReference(one) ? [] : [one]));
    const first = inline.find(({ enum: words }) => !words) ?? inline.at(0);
    if (first) first.nullable = true;
    delete schema.nullable;
  }
  if (schema.nullable && schema.enum && !schema.enum.includes(null)) schema.enum.push(null);
  for (const part of [...Object.values(properties), ...alternatives]) correctNullable(part);
  if (items) correctNullable(items);
  if (typeof additionalProperties === 'object') correctNullable(additionalProperties);
}

/**
 * Moves parts with a type name to the schemas, and replaces them by references, in place and at any depth.
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

/**
 * Sets the `format` of all integers, in place and at any depth: `int32`, as in the databases, unless the maximum is
 * greater. The largest safe integer is no real maximum: such ids, pages and sizes are only looked up, and not found.
 */
export function sizeIntegers(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part && part.type === 'integer' && !('format' in part)) {
    const { maximum = INTEGER_MAX } = part as { maximum?: number };
    const isUnlimited = maximum === Number.MAX_SAFE_INTEGER;
    if (isUnlimited) Reflect.deleteProperty(part, 'maximum');
    Object.assign(part, { format: isUnlimited || maximum <= INTEGER_MAX ? 'int32' : 'int64' });
  }
  for (const [name, inner] of Object.entries(part))
    // Examples are values, not schemas.
    if (name !== 'example') sizeIntegers(inner);
}
