import {
  type InlineSchema,
  isReference,
  nameOf,
  type Reference,
  referenceTo,
  type Schema,
  type Schemas,
} from './specification';

/**
 * A schema for what `_fields` leaves of an answer: the same shape with nothing required, at any
 * depth. What it refers to is added to `schemas` under the name `…Selection`.
 */
export function selectionOf(schema: Schema, schemas: Schemas): Schema {
  if (isReference(schema)) return selectedReference(schema, schemas);
  const selected: InlineSchema = { ...schema };
  delete selected.required;
  const inner = (part: Schema): Schema => selectionOf(part, schemas);
  const { properties, items, oneOf, additionalProperties } = selected;
  if (properties)
    selected.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, inner(property)]),
    );
  if (items) selected.items = inner(items);
  if (oneOf) selected.oneOf = oneOf.map(inner);
  if (typeof additionalProperties === 'object')
    selected.additionalProperties = inner(additionalProperties);
  return selected;
}

function selectedReference(reference: Reference, schemas: Schemas): Reference {
  const name = nameOf(reference);
  if (!(name in schemas))
    throw new Error(`No schema is called ${name}: its class must be named in @ApiExtraModels.`);
  const selection = `${name}Selection`;
  if (!(selection in schemas)) {
    schemas[selection] = {};
    schemas[selection] = selectionOf(schemas[name], schemas);
  }
  return referenceTo(selection);
}
