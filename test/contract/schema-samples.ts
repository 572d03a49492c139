import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type Document, nameOf } from '../support/openapi-document';

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  maxProperties?: number;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  example?: unknown;
}

/** Invalid almost everywhere. */
const STRAY: unknown[] = [true, false, null, 0, -1, 0.5, 1e300, '', 'stray word', {}, [], [[]]];
const STRAY_INSIDE: unknown[] = [true, null, 0.5, 'stray word', {}];
const NONE: unknown[] = [];

/** Allowed and forbidden values of a schema, at its limits. */
export class SchemaSamples {
  private readonly ajv = addFormats(new Ajv({ strict: false }));
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: Document) {
    this.ajv.addSchema(document, 'document');
  }

  /**
   * Returns values of every type, choice and limit that a schema names.
   *
   * @param text a valid text if the schema only limits the length
   */
  allowed(given: object, text?: string): unknown[] {
    const schema = this.resolve(given);
    const values = [...this.edges(schema, text), ...(schema.nullable ? [null] : NONE)];
    return once(values.filter((value) => this.allows(given, value)));
  }

  /** Returns values outside of the limits and of other types, which no interpretation makes valid. */
  forbidden(given: object, text?: string, stray = STRAY): unknown[] {
    const values = once([...stray, ...this.beyond(this.resolve(given), text)]);
    return values.filter((value) => this.forbids(given, value));
  }

  /** True if no reading of a value is allowed; see `readings`. */
  forbids(schema: object, value: unknown): boolean {
    return !readings(value).some((reading) => this.allows(schema, reading));
  }

  private resolve(schema: Schema): Schema {
    if (schema.$ref !== undefined)
      return this.resolve(this.document.components.schemas[nameOf(schema)] as Schema);
    const [only] = schema.allOf ?? [];
    return only ? { ...this.resolve(only), ...schema, allOf: undefined } : schema;
  }

  private allows(schema: object, value: unknown): boolean {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    const validate = this.validators.get(text) ?? this.ajv.compile(JSON.parse(text) as object);
    this.validators.set(text, validate);
    return validate(value);
  }

  private edges(schema: Schema, text?: string): unknown[] {
    const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    if (alternatives.length > 0) return alternatives.flatMap((one) => this.allowed(one, text));
    if (schema.enum) return schema.enum;
    const { minimum, maximum, minItems = 0, maxItems } = schema;
    switch (schema.type) {
      case 'boolean':
        // Fields that accept only false are described in words.
        return schema.example === false ? [false] : [true, false];
      case 'integer':
      case 'number':
        return [minimum, maximum].filter((bound) => bound !== undefined);
      case 'string':
        return textsOf(schema, text);
      case 'array': {
        const items = this.allowed(schema.items ?? {}, text);
        return [
          ...(minItems === 0 ? [NONE] : []),
          ...items.map((item) => [item]),
          ...(maxItems && items.length > 0 ? [Array<unknown>(maxItems).fill(items[0])] : []),
        ];
      }
      case 'object':
        return this.objects(schema, (part) => this.allowed(part, text), text);
      case undefined:
      default:
        return NONE;
    }
  }

  private beyond(schema: Schema, text?: string): unknown[] {
    const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    const { minimum, maximum, maxLength, maxItems, maxProperties, type } = schema;
    const items = type === 'array' ? this.allowed(schema.items ?? {}, text) : NONE;
    const fields = type === 'object' ? this.objects(schema, () => NONE, text) : NONE;
    const [entry] = schema.additionalProperties ? this.allowed(schema.additionalProperties) : NONE;
    return [
      ...alternatives.flatMap((one) => this.beyond(this.resolve(one), text)),
      ...(minimum === undefined ? NONE : [minimum - 1]),
      ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? NONE : [maximum + 1]),
      ...(maxLength ? textsOf({ ...schema, maxLength: maxLength + 1 }, text) : NONE),
      ...(maxItems && items.length > 0 ? [Array<unknown>(maxItems + 1).fill(items[0])] : NONE),
      ...(schema.items ? this.inside(schema.items, text).map((item) => [item]) : NONE),
      ...(type === 'object' ? this.objects(schema, (part) => this.inside(part), text) : NONE),
      ...(fields.length > 0 && schema.required ? [{}] : NONE),
      ...(maxProperties && entry ? [manyOf(entry, maxProperties + 1)] : NONE),
    ];
  }

  private inside(schema: Schema, text?: string): unknown[] {
    return this.forbidden(schema, text, STRAY_INSIDE);
  }

  /** Returns objects with the required fields, and one for each other value of their parts. */
  private objects(schema: Schema, valuesOf: (part: Schema) => unknown[], text?: string): unknown[] {
    const { properties = {}, required = [], additionalProperties, maxProperties } = schema;
    const least = Object.fromEntries(
      required.map((name) => [name, this.allowed(properties[name], text)[0]]),
    );
    // The fields of a nested record are tested in its own body.
    const isRecord = Object.values(properties).some(({ example }) => example !== undefined);
    const parts = isRecord ? [] : Object.entries(properties);
    return [
      least,
      ...parts.flatMap(([name, part]) =>
        valuesOf(part).map((value) => ({ ...least, [name]: value })),
      ),
      ...(additionalProperties
        ? valuesOf(additionalProperties).map((value) => ({ ...least, [tagOf(0)]: value }))
        : []),
      ...(additionalProperties && maxProperties
        ? valuesOf(additionalProperties)
            .slice(0, 1)
            .map((value) => manyOf(value, maxProperties))
        : []),
    ];
  }
}

const once = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/** A name that is also a language tag: the keys of translations. */
const tagOf = (index: number): string =>
  [Math.floor(index / 26), index % 26].map((n) => String.fromCharCode(97 + n)).join('');

const manyOf = (value: unknown, count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [tagOf(index), value]));

function textsOf(schema: Schema, text?: string): string[] {
  const { format, minLength = 0, maxLength, pattern } = schema;
  if (format === 'email') return ['a@example.org', `a@${'b.'.repeat((maxLength ?? 250) / 2)}de`];
  const address = 'https://example.org/';
  const words = pattern?.startsWith('^(')
    ? [...pattern.matchAll(/\w{3,}/g)].map(([word]) => word)
    : [];
  const short = format === 'uri' ? address : (text ?? 'a');
  // White space around a date or a time zone is ignored.
  const filling = text === undefined ? 'a' : ' ';
  return [
    short,
    ...words,
    ...(text === undefined && format === undefined ? ['a'.repeat(minLength), '7'] : []),
    ...(maxLength ? [short.padEnd(maxLength, filling).slice(0, maxLength)] : []),
  ];
}

/**
 * Returns all values as which a text may be read (docs/reference/interface.md#values): forms and queries have only
 * texts; a list can be one value or comma-separated; empty texts are dropped from lists, and otherwise clear like
 * null.
 */
function readings(value: unknown): unknown[] {
  if (value === '') return [value, null];
  const words = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value];
  const scalars = words.map(scalarOf);
  const one = scalars.length === 1 ? scalars : [];
  if (!Array.isArray(value)) return [value, ...one, scalars, words];
  return [value, value.join(','), value.filter((entry) => entry !== '')];
}

function scalarOf(value: unknown): unknown {
  const word = String(value).toLowerCase();
  if (value === 1 || ['true', 'yes', 'on'].includes(word)) return true;
  if (value === 0 || ['false', 'no', 'off'].includes(word)) return false;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
