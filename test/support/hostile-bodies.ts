import type { Fields } from './client';
import type { Schemas, ValueSchema } from './fuzz/values';

/** The parts of a schema that its limits are in. */
interface LimitedSchema extends ValueSchema {
  anyOf?: LimitedSchema[];
  maxProperties?: number;
}

export interface Filling {
  /** Makes a text of a length. */
  write: (length: number) => string;
  /** Characters where a schema names no limit. */
  unlimited: number;
  /** Characters of all texts together within one field that holds records, or names of its own. */
  inner: number;
  /** Characters that a text has at most, though its schema allows more. */
  most?: number;
  /** Characters that a text has at least, though its schema allows less. */
  least?: number;
  /** Fields that hold any text, and no other. */
  textsOnly?: boolean;
}

/** A body in which every field holds as much text as its schema allows, whatever it is meant to hold. */
export function hostileBody(schema: ValueSchema, schemas: Schemas, filling: Filling): Fields {
  const { properties = {} } = resolved(schema, schemas);
  const names = Object.keys(properties).filter(
    (name) => !filling.textsOnly || holdsTexts(properties[name]),
  );
  return Object.fromEntries(
    names.map((name) => [name, hostileValue(properties[name], schemas, filling)]),
  );
}

function holdsTexts(schema: LimitedSchema): boolean {
  const { type, format, enum: choices, maxLength } = schema;
  const isText = type === 'string' && maxLength !== undefined && !format && !choices;
  return isText || type === 'array' || type === 'object' || schema.anyOf !== undefined;
}

function hostileValue(schema: LimitedSchema, schemas: Schemas, filling: Filling): unknown {
  const { maxItems = 1, maxProperties, maxLength, additionalProperties } = schema;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return hostileValue(largest(choices), schemas, filling);
  if (schema.items) return several(maxItems, schema.items, schemas, filling);
  if (maxProperties !== undefined && typeof additionalProperties === 'object') {
    const fields = several(maxProperties, additionalProperties, schemas, filling);
    return Object.fromEntries(fields.map((field, place) => [`${place}`, field]));
  }
  if (schema.$ref !== undefined || schema.properties) return hostileBody(schema, schemas, filling);
  const { write, unlimited, most = Infinity, least = 0 } = filling;
  return write(Math.max(Math.min(maxLength ?? unlimited, most), least));
}

/** Several values; where they are objects, the limit on their texts together is shared out. */
function several(
  count: number,
  schema: LimitedSchema,
  schemas: Schemas,
  filling: Filling,
): unknown[] {
  const item = largest([schema]);
  const places = Object.keys(resolved(item, schemas).properties ?? {}).length;
  const share = { ...filling, most: Math.floor(filling.inner / count / places), least: 0 };
  return Array.from({ length: count }, () =>
    hostileValue(item, schemas, places === 0 ? filling : share),
  );
}

/** Of several ways to write a value the one that holds the most. */
function largest(choices: LimitedSchema[]): LimitedSchema {
  const size = ({ items, $ref, maxLength = 0 }: LimitedSchema): number =>
    items ? Infinity : $ref === undefined ? maxLength : Number.MAX_VALUE;
  return choices
    .flatMap((choice) => choice.oneOf ?? choice.anyOf ?? [choice])
    .reduce((most, choice) => (size(choice) > size(most) ? choice : most));
}

const resolved = (schema: ValueSchema, schemas: Schemas): ValueSchema =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.replace(/.*\//, '')];
