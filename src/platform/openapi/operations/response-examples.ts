import {
  alternativesOf,
  type InlineSchema,
  isReference,
  nameOf,
  type Reference,
  resolved,
  type Schema,
  type Schemas,
} from '../specification';

type Fields = Record<string, unknown>;

export interface RecordedResponse {
  schema: Schema;
  response: unknown;
}

/**
 * Adds recorded values as examples to fields of responses without one. Fields of named types need none, because the
 * fields of those types have examples.
 */
export function addResponseExamples(
  responses: readonly RecordedResponse[],
  schemas: Schemas,
): void {
  const recorded = new Map<string, Fields[]>();
  for (const { schema, response } of responses) collect(schema, response, schemas, recorded);
  for (const [type, objects] of recorded) {
    // Examples of one type come from the same object if possible, so that they are consistent.
    const best = objects.toSorted(byContent);
    const { properties = {} } = resolved(schemas[type], schemas);
    for (const [name, field] of Object.entries(properties)) {
      if (isReference(field) || field.example !== undefined || !isPlain(field, schemas)) continue;
      const values = best.map((object) => object[name]).filter((value) => value !== undefined);
      const example = values.find(isFilled) ?? values.at(0);
      if (example !== undefined) field.example = example;
    }
  }
}

/** Collects the objects that have a named type, at any depth. */
function collect(
  schema: Schema,
  value: unknown,
  schemas: Schemas,
  found: Map<string, Fields[]>,
): void {
  if (typeof value !== 'object' || value === null) return;
  const { items, properties = {}, additionalProperties, ...rest } = resolved(schema, schemas);
  for (const alternative of alternativesFor(rest, value))
    collect(alternative, value, schemas, found);
  if (Array.isArray(value)) {
    if (items) for (const entry of value) collect(items, entry, schemas, found);
    return;
  }
  const type = referenceOf(schema);
  if (type) found.set(nameOf(type), [...(found.get(nameOf(type)) ?? []), value as Fields]);
  for (const [name, inner] of Object.entries(value)) {
    if (name in properties) collect(properties[name], inner, schemas, found);
    else if (typeof additionalProperties === 'object')
      collect(additionalProperties, inner, schemas, found);
  }
}

/** Returns only the alternative of the value if there is a discriminator. */
function alternativesFor(schema: InlineSchema, value: object): Schema[] {
  const { propertyName = '', mapping = {} } = schema.discriminator ?? {};
  const chosen = mapping[String(Reflect.get(value, propertyName))] as string | undefined;
  return chosen === undefined ? alternativesOf(schema) : [{ $ref: chosen }];
}

/** A reference next to a description is alone in `allOf`. */
function referenceOf(schema: Schema): Reference | undefined {
  if (isReference(schema)) return schema;
  const [only] = schema.allOf ?? [];
  return only && referenceOf(only);
}

/** True without types whose fields have examples. */
function isPlain(schema: Schema, schemas: Schemas): boolean {
  const {
    properties,
    allOf = [],
    items,
    additionalProperties,
    ...rest
  } = isReference(schema) ? resolved(schema, schemas) : schema;
  if (properties) return false;
  const parts = [...allOf, ...alternativesOf(rest), items, additionalProperties];
  return parts.every((part) => typeof part !== 'object' || isPlain(part, schemas));
}

/** By the number of fields, then by the number of filled ones; the largest first. */
const byContent = (one: Fields, other: Fields): number =>
  Object.keys(other).length - Object.keys(one).length || filledIn(other) - filledIn(one);

const filledIn = (object: Fields): number => Object.values(object).filter(isFilled).length;

function isFilled(value: unknown): boolean {
  if (typeof value === 'object') return Object.keys(value ?? {}).length > 0;
  return value !== undefined && value !== '' && value !== 0;
}
