import { isReference, type Schema } from './specification';

/**
 * Corrects `nullable` for OpenAPI 3.0.3, in place and at any depth: it is only effective next to a
 * `type`, and an `enum` must contain null. An alternative with an enum becomes nullable only if no
 * other alternative can.
 */
export function settleNullable(schema: Schema): void {
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
  for (const part of [...Object.values(properties), ...alternatives]) settleNullable(part);
  if (items) settleNullable(items);
  if (typeof additionalProperties === 'object') settleNullable(additionalProperties);
}
