import type { Fields } from './client';
import type { Schemas, ValueSchema } from './fuzz/values';

/** The parts of a schema with limits. */
interface LimitedSchema extends ValueSchema {
  anyOf?: LimitedSchema[];
  maxProperties?: number;
}

export interface Filling {
  write: (length: number) => string;
  /** The text length without a limit in the schema. */
  unlimited: number;
  /** The total text length in a list, or in a field with own names. */
  inner: number;
  /** The maximum text length, even if the schema allows more. */
  most?: number;
  /** The minimum text length, even if the schema allows less. */
  least?: number;
  /** True to fill only fields that accept any text. */
  textsOnly?: boolean;
}

/** Returns a body in which every field has the longest text that its schema allows. */
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
    return Object.fromEntries(fields.map((field, index) => [`${index}`, field]));
  }
  if (schema.$ref !== undefined || schema.properties) return hostileBody(schema, schemas, filling);
  const { write, unlimited, most = Infinity, least = 0 } = filling;
  return write(Math.max(Math.min(maxLength ?? unlimited, most), least));
}

/** The values share the limit on the total length. */
function several(
  count: number,
  schema: LimitedSchema,
  schemas: Schemas,
  filling: Filling,
): unknown[] {
  const item = largest([schema]);
  const positions = Math.max(Object.keys(resolved(item, schemas).properties ?? {}).length, 1);
  const share = { ...filling, most: Math.floor(filling.inner / count / positions), least: 0 };
  return Array.from({ length: count }, () => hostileValue(item, schemas, share));
}

/** Returns the alternative with the longest text. */
function largest(choices: LimitedSchema[]): LimitedSchema {
  const size = ({ items, $ref, maxLength = 0 }: LimitedSchema): number =>
    items ? Infinity : $ref === undefined ? maxLength : Number.MAX_VALUE;
  return choices
    .flatMap((choice) => choice.oneOf ?? choice.anyOf ?? [choice])
    .reduce((most, choice) => (size(choice) > size(most) ? choice : most));
}

const resolved = (schema: ValueSchema, schemas: Schemas): ValueSchema =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.replace(/.*\//, '')];
