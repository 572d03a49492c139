import {
  alternativesOf,
  isReference,
  nameOf,
  type Reference,
  resolved,
  type Schema,
  type Schemas,
} from '../schemas/specification';

type Fields = Record<string, unknown>;

/** An answer that was recorded, and the schema that it has. */
export interface RecordedAnswer {
  schema: Schema;
  answer: unknown;
}

/**
 * Adds what was recorded to the fields of answers, where they have no example of their own. What
 * consists of named types needs none: their fields have them.
 */
export function addAnswerExamples(answers: readonly RecordedAnswer[], schemas: Schemas): void {
  const recorded = new Map<string, Fields[]>();
  for (const { schema, answer } of answers) collect(schema, answer, schemas, recorded);
  for (const [type, objects] of recorded) {
    // The fields of one type fit together when they come from one and the same object.
    const best = objects.toSorted(byTelling);
    const { properties = {} } = resolved(schemas[type], schemas);
    for (const [name, field] of Object.entries(properties)) {
      if (isReference(field) || field.example !== undefined || !isPlain(field, schemas)) continue;
      const values = best.map((object) => object[name]).filter((value) => value !== undefined);
      const example = values.find(isTelling) ?? values.at(0);
      if (example !== undefined) field.example = example;
    }
  }
}

/** Finds the objects in an answer that have a named type, at any depth. */
function collect(
  schema: Schema,
  value: unknown,
  schemas: Schemas,
  found: Map<string, Fields[]>,
): void {
  if (typeof value !== 'object' || value === null) return;
  const { items, properties = {}, additionalProperties, ...rest } = resolved(schema, schemas);
  for (const alternative of alternativesOf(rest)) collect(alternative, value, schemas, found);
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

/** The reference to a type, which may stand alone in `allOf` beside a description. */
function referenceOf(schema: Schema): Reference | undefined {
  if (isReference(schema)) return schema;
  const [only] = schema.allOf ?? [];
  return only && referenceOf(only);
}

/** Whether no value of a schema consists of types whose fields have examples. */
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

/** First what has the most fields, of these what has the most to show in them. */
const byTelling = (one: Fields, other: Fields): number =>
  Object.keys(other).length - Object.keys(one).length || tellingIn(other) - tellingIn(one);

const tellingIn = (object: Fields): number => Object.values(object).filter(isTelling).length;

/** Whether a value shows more than that there is none. */
function isTelling(value: unknown): boolean {
  if (typeof value === 'object') return Object.keys(value ?? {}).length > 0;
  return value !== undefined && value !== '' && value !== 0;
}
