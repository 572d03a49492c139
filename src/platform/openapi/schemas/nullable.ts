import { isReference, type Schema } from './specification';

/**
 * Writes `nullable` in the way OpenAPI 3.0.3 reads it, in place and at any depth: it counts only
 * beside a `type`, and an `enum` must name null.
 */
export function settleNullable(schema: Schema): void {
  if (isReference(schema)) return;
  const { properties = {}, items, oneOf = [], anyOf = [], additionalProperties } = schema;
  const alternatives = [...oneOf, ...anyOf];
  if (schema.nullable && schema.type === undefined) {
    const first = alternatives.find((alternative) => !isReference(alternative));
    if (first && !isReference(first)) first.nullable = true;
    delete schema.nullable;
  }
  if (schema.nullable && schema.enum && !schema.enum.includes(null)) schema.enum.push(null);
  for (const part of [...Object.values(properties), ...alternatives]) settleNullable(part);
  if (items) settleNullable(items);
  if (typeof additionalProperties === 'object') settleNullable(additionalProperties);
}
