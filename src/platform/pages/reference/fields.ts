import { INTEGER_MAX } from '../../validation';
import {
  alternativesOf,
  type InlineSchema,
  isReference,
  nameOf,
  type Parameter,
  resolved,
  type Schema,
} from '../../openapi';
import { html, type Html, inline, type Value } from '../html';
import type { Source } from './source';

/** A parameter, a header field, or a field of an object. */
export type Field = Pick<Parameter, 'name'> &
  Partial<Omit<Parameter, 'in'>> &
  Deprecable & { in?: string; 'x-addition'?: boolean };

/** A part of the document that may be deprecated; `x-sunset` is the day from which it may be removed. */
export interface Deprecable {
  deprecated?: boolean;
  'x-sunset'?: string;
}

/** Examples that are longer are left to the examples of whole responses. */
const LONGEST_EXAMPLE = 160;

/** Renders a name that is a link to its own part of the page, which readers copy. */
export const anchor = (id: string, name: string | Html): Html =>
  html`<a href="#${id}" tabindex="-1">${name}</a>`;

/** Renders a name, struck if it is deprecated. */
export const named = (name: string | Html, { deprecated }: Deprecable): string | Html =>
  deprecated ? html`<s>${name}</s>` : name;

/** Renders the note on a deprecated part, with the day from which it may be removed. */
export function deprecation(
  { deprecated, 'x-sunset': sunset }: Deprecable,
  { text }: Source,
): Value {
  const words = sunset ? text('sunset').replace('{day}', sunset) : text('deprecated');
  return deprecated === true && html`<i>${words}</i>`;
}

/**
 * Renders fields, the required ones first.
 *
 * @param prefix the beginning of the ids of the fields
 */
export function fieldList(
  title: string,
  fields: readonly Field[],
  prefix: string,
  source: Source,
): Value {
  const sorted = fields.toSorted((one, other) => Number(!!other.required) - Number(!!one.required));
  return [
    title && fields.length > 0 && html`<h4>${title}</h4>`,
    fields.length > 0 &&
      html`<dl class="fields">${sorted.map((field) => row(field, prefix, source))}</dl>`,
  ];
}

export function fieldsOf(schema: Schema, source: Source, location?: string): Field[] {
  const { properties = {}, required = [] } = resolved(schema, source.schemas);
  return Object.entries(properties).map(([name, field]) => ({
    ...(field as Partial<Field>),
    name,
    in: location,
    schema: field,
    required: required.includes(name),
  }));
}

function row(field: Field, prefix: string, source: Source): Html {
  const { name, schema = {}, required, in: location } = field;
  const { text, schemas } = source;
  const id = `${prefix}.${name}`;
  const description = field.description ?? resolved(schema, schemas).description;
  // Of the parameters in the path, each of several addresses of an operation has one.
  const isRequired = required && location && location !== 'path';
  return html`<div id="${id}" ${location && html`data-in="${location}"`}>
    <dt>
      ${anchor(id, named(name, field))} <span>${typeOf(schema, source)}</span>
      ${isRequired && html`<b>${text('required')}</b>`}
      ${field['x-addition'] && html`<i>${text('new')}</i>`} ${deprecation(field, source)}
    </dt>
    <dd>
      ${description !== undefined && html`<p>${inline(description)}</p>`}
      ${facts(field, schema, source)}
    </dd>
  </div>`;
}

/** Renders the type of a value: `integer | string`, `TermRecord[]`. */
export function typeOf(schema: Schema, source: Source): Html {
  if (isReference(schema)) {
    const name = nameOf(schema);
    return html`<a href="#${source.bodies.get(name) ?? name}">${name}</a>`;
  }
  const { nullable, allOf = [] } = schema;
  const parts = [...allOf, ...alternativesOf(schema)].map((part) => typeOf(part, source));
  if (parts.length === 0) parts.push(ownType(schema, source));
  if (nullable) parts.push(html`null`);
  return parts.reduce((union, part) => html`${union} | ${part}`);
}

function ownType(schema: InlineSchema, source: Source): Html {
  const { type = 'any', format = '', items, enum: values, maxLength } = schema;
  if (maxLength === 0) return html`""`;
  if (values?.length === 1) return html`${JSON.stringify(values[0])}`;
  if (!items) return html`${String(type)}${format && !/^int\d/.test(format) && ` (${format})`}`;
  const inner = typeOf(items, source);
  return inner.text.includes(' | ') ? html`(${inner})[]` : html`${inner}[]`;
}

/** Renders the default, the limits and an example of a value. */
export function facts(field: Partial<Field>, schema: Schema, { schemas, text }: Source): Value {
  const whole = resolved(schema, schemas);
  const parts = [whole, ...alternativesOf(whole).map((part) => resolved(part, schemas))]
    // This is an empty value, which another alternative allows.
    .filter(({ maxLength }) => maxLength !== 0);
  const find = <K extends keyof InlineSchema>(key: K): InlineSchema[K] =>
    parts.find((part) => part[key] !== undefined)?.[key];
  const values = (whole.items ? resolved(whole.items, schemas).enum : find('enum')) ?? [];
  const example: unknown = field.example ?? whole.example;
  // Lists of a query are separated by commas.
  const isListed = field.in === 'query' && Array.isArray(example);
  const shown: [string, unknown[]][] = [
    [text('default'), [find('default')]],
    [text('values'), values.length > 1 ? values : []],
    [text('range'), [limit('≥', find('minimum')), limit('≤', find('maximum'))]],
    [text('characters'), [limit('≤', find('maxLength'))]],
    [text('entries'), [limit('≤', find('maxItems'))]],
    [text('example'), example === find('default') ? [] : [isListed ? example.join() : example]],
  ];
  const list = shown
    .map(([label, each]) => [label, each.flatMap(asText)] as const)
    .filter(([, each]) => each.length > 0)
    .map(
      ([label, each]) =>
        html`<small>${label} ${each.map((text) => html`<code>${text}</code>`)}</small>`,
    );
  return list.length > 0 && html`<p>${list}</p>`;
}

/** Larger numbers are limits of storage. */
const limit = (sign: string, value = INTEGER_MAX): string | undefined =>
  Math.abs(value) < INTEGER_MAX ? `${sign} ${value}` : undefined;

/** Returns a value as it stands in a request; none if it is too long. */
function asText(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_EXAMPLE ? [] : [text];
}
