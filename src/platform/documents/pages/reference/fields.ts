import {
  alternativesOf,
  type InlineSchema,
  isReference,
  nameOf,
  resolved,
  type Schema,
} from '../../openapi';
import { html, type Html } from '../html';
import { inline } from './markdown';
import type { Source } from './source';

/** A parameter, a header field, or a field of an object. */
export interface Field {
  name: string;
  /** Where a request has it. */
  in?: string;
  schema?: Schema;
  description?: string;
  required?: boolean;
  example?: unknown;
  'x-addition'?: boolean;
}

/** Examples that are longer are left to the examples of whole answers. */
const LONGEST_EXAMPLE = 160;
/** Numbers from here on are limits of storage. */
const LARGE = 2_147_483_647;
/** From this number on, fields that another list describes in the same words are links to it. */
const MANY = 8;

/**
 * Renders fields, the required ones first. Those that an earlier list describes, such as the
 * filters of feeds, are links to it.
 *
 * @param prefix the beginning of the ids of the fields
 */
export function fieldList(fields: readonly Field[], prefix: string, source: Source): Html {
  const { described } = source;
  const rows = fields
    .toSorted((one, other) => Number(!!other.required) - Number(!!one.required))
    .map((field) => {
      const key = row(field, '', source).text;
      return { field, key, list: described.get(key) ?? prefix };
    });
  const inList = (list: string): typeof rows => rows.filter((each) => each.list === list);
  const earlier = [...new Set(rows.map(({ list }) => list))].filter(
    (list) => list !== prefix && inList(list).length >= MANY,
  );
  const own = rows.filter(({ list }) => !earlier.includes(list));
  for (const { key, list } of own) described.set(key, list);
  return html`${earlier.map((list) => links(list, inList(list), source))}
  ${own.length > 0 ? html`<dl class="fields">${own.map(({ field }) => row(field, prefix, source))}</dl>` : html``}`;
}

/** Renders links to the fields of another list. */
function links(list: string, rows: readonly { field: Field }[], { text, summaries }: Source): Html {
  const [id] = list.split('.');
  return html`<p>
    ${text('as_in')} <a href="#${id}">${summaries.get(id) ?? id}</a>
    ${rows.map(
      ({ field: { name, in: place = '' } }) =>
        html`<code><a href="#${list}.${name}" data-in="${place}">${name}</a></code>`,
    )}
  </p>`;
}

/** Returns the fields of an object. */
export function fieldsOf(schema: Schema, source: Source, place?: string): Field[] {
  const { properties = {}, required = [] } = resolved(schema, source.schemas);
  return Object.entries(properties).map(([name, field]) => ({
    ...(isReference(field) ? {} : (field as Omit<Field, 'name'>)),
    name,
    in: place,
    schema: field,
    required: required.includes(name),
  }));
}

function row(field: Field, prefix: string, source: Source): Html {
  const { name, schema = {}, required = false, description } = field;
  const id = `${prefix}.${name}`;
  const told = description ?? resolved(schema, source.schemas).description ?? '';
  const place = field.in === undefined ? html`` : html` data-in="${field.in}"`;
  // Of the parameters in the path, each of several addresses of an operation has one.
  const isRequired = required && field.in !== undefined && field.in !== 'path';
  return html`<div id="${id}" ${place}>
    <dt>
      <a href="#${id}" tabindex="-1">${name}</a> <span>${typeOf(schema, source)}</span>
      ${isRequired ? html`<b>${source.text('required')}</b>` : html``}
      ${field['x-addition'] ? html`<i>${source.text('new')}</i>` : html``}
    </dt>
    <dd>${told === '' ? html`` : html`<p>${inline(told)}</p>`} ${facts(field, schema, source)}</dd>
  </div>`;
}

/** Renders the type of a value: `integer | string`, `TermRecord[]`. */
export function typeOf(schema: Schema, source: Source): Html {
  if (isReference(schema)) {
    const name = nameOf(schema);
    return html`<a href="#${source.bodies.get(name) ?? name}">${name}</a>`;
  }
  const { type, format = '', nullable, items, allOf = [], enum: values, maxLength } = schema;
  const union = [...allOf, ...alternativesOf(schema)].map((part) => typeOf(part, source));
  if (union.length === 0) union.push(html`${ownType()}`);
  if (nullable) union.push(html`null`);
  return joined(union, ' | ');

  function ownType(): string | Html {
    if (maxLength === 0) return '""';
    if (values?.length === 1) return JSON.stringify(values[0]);
    if (items) {
      const inner = typeOf(items, source);
      return inner.text.includes(' | ') ? html`(${inner})[]` : html`${inner}[]`;
    }
    return `${String(type ?? 'any')}${/^int\d/.test(format) || format === '' ? '' : ` (${format})`}`;
  }
}

const joined = (parts: readonly Html[], separator: string): Html =>
  parts.slice(1).reduce((text, part) => html`${text}${separator}${part}`, parts[0]);

/** Renders the default, the limits and an example of a value. */
function facts(field: Field, schema: Schema, source: Source): Html {
  const whole = resolved(schema, source.schemas);
  const all = [whole, ...alternativesOf(whole).map((part) => resolved(part, source.schemas))];
  const find = <K extends keyof InlineSchema>(key: K): InlineSchema[K] =>
    all.find((part) => part[key] !== undefined)?.[key];
  const { text } = source;
  const example: unknown = field.example ?? whole.example;
  const values = (whole.items ? resolved(whole.items, source.schemas).enum : find('enum')) ?? [];
  const shown: [string, string[]][] = [
    [text('default'), listOf(find('default'))],
    [text('values'), values.length > 1 ? values.map(String) : []],
    [text('range'), listOf(range(find('minimum'), find('maximum')))],
    [text('characters'), listOf(atMost(find('maxLength')))],
    [text('entries'), listOf(atMost(find('maxItems')))],
    [text('example'), listOf(example === find('default') ? undefined : inRequest(example, field))],
  ];
  const told = shown.filter(([, each]) => each.length > 0);
  if (told.length === 0) return html``;
  return html`<ul>
    ${told.map(([label, each]) => html`<li>${label} ${each.map((value) => html`<code>${value}</code>`)}</li>`)}
  </ul>`;
}

/** Returns a value as it stands in a request; none if it is too long. */
function listOf(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_EXAMPLE ? [] : [text];
}

/** Lists of a query are separated by commas. */
const inRequest = (example: unknown, field: Field): unknown =>
  field.in === 'query' && Array.isArray(example) ? example.join() : example;

/** A maximum of 0 stands for an empty value, which other alternatives describe. */
const atMost = (most = 0): string | undefined => (most === 0 ? undefined : range(undefined, most));

function range(least?: number, most?: number): string | undefined {
  const isLimited = most !== undefined && most < LARGE;
  if (least === undefined || least < -LARGE) return isLimited ? `≤ ${most}` : undefined;
  return isLimited ? `${least} – ${most}` : `≥ ${least}`;
}
