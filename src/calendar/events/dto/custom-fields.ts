import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { readJsonText } from '../../../platform/http/body';
import { type Fault, fault, type FaultCode } from '../../../platform/errors';
import { characterCount, isWellFormedText, plainText, sanitizeHtml } from '../../../platform/texts';
import {
  declared,
  FORBIDDEN_NAMES,
  hadForbiddenNames,
  HasNo,
  isObject,
  named,
} from '../../../platform/validation';

type CustomValue = string | number | boolean | null;

interface CustomField {
  label: string;
  value: CustomValue;
}

/** Name → field. */
export type CustomFields = Record<string, CustomField>;

const FIELDS_MAX = 100;
/** Maximum characters of a name, a label and a value. */
const TEXT_MAX = 10_000;
/** Maximum characters of all names, labels and values together. */
const TEXTS_MAX = 50_000;

class WrongCustomFields {
  constructor(readonly faults: readonly Fault[]) {}
}

const wrong = (code: FaultCode, detail: string): WrongCustomFields =>
  new WrongCustomFields([fault([], code, detail)]);

const TOO_LONG = wrong('length', `must not hold more than ${TEXTS_MAX} characters together`);

/** Names and labels become plain text; the HTML of a value is sanitised. */
export function readCustomFields(input: unknown): CustomFields | WrongCustomFields {
  if (!isObject(input))
    return wrong('type', 'must be an object of names, each with { label, value }');
  const sent = Object.entries(input);
  if (hadForbiddenNames(input)) return wrong('format', FORBIDDEN_NAMES);
  if (sent.length > FIELDS_MAX)
    return wrong('count', `must not hold more than ${FIELDS_MAX} names`);
  if (isTooLong(sent)) return TOO_LONG;
  const faults: Fault[] = [];
  const fields = new Map<string, CustomField>();
  for (const [name, content] of sent) {
    const field = isText(name) ? readField(content) : undefined;
    const key = plainText(name);
    if (!field) faults.push(fault([name], 'format', NO_FIELD));
    else if (fields.has(key))
      faults.push(fault([name], 'taken', 'is the same as another name without markup'));
    else fields.set(key, field);
  }
  if (faults.length > 0) return new WrongCustomFields(faults);
  return isTooLong([...fields]) ? TOO_LONG : Object.fromEntries(fields);
}

const NO_FIELD =
  'must be { label, value }, texts of at most ' +
  `${TEXT_MAX} characters; a value may be a number, true, false or null, too`;

function isTooLong(fields: [string, unknown][]): boolean {
  const texts = fields.flatMap(([name, content]) => [
    name,
    ...(isObject(content) ? Object.values(content) : []).filter((text) => typeof text === 'string'),
  ]);
  return characterCount(texts.join('')) > TEXTS_MAX;
}

/** Returns undefined for an invalid field. */
function readField(content: unknown): CustomField | undefined {
  if (!isObject(content) || hadForbiddenNames(content)) return undefined;
  const { label, value, ...more } = content;
  if (!isText(label) || !isValue(value) || Object.keys(more).length > 0) return undefined;
  const field = {
    label: plainText(label),
    value: typeof value === 'string' ? sanitizeHtml(value) : value,
  };
  return isText(field.label) && isValue(field.value) ? field : undefined;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= TEXT_MAX && isWellFormedText(value);

const isValue = (value: unknown): value is CustomValue =>
  isText(value) || Number.isFinite(value) || typeof value === 'boolean' || value === null;

const FIELD = named('CustomFieldInput', {
  type: 'object',
  required: ['label', 'value'],
  additionalProperties: false,
  properties: {
    label: { type: 'string', maxLength: TEXT_MAX },
    value: {
      nullable: true,
      anyOf: [{ type: 'string', maxLength: TEXT_MAX }, { type: 'number' }, { type: 'boolean' }],
    },
  },
});

/** Null, `""` and `[]` clear the custom fields. */
export function CustomFieldsField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      { addition: true },
      {
        nullable: true,
        anyOf: [
          { type: 'object', maxProperties: FIELDS_MAX, additionalProperties: FIELD },
          // PHP encodes an empty object as an empty list.
          { type: 'array', maxItems: 0, items: {} },
        ],
      },
    ),
    // The raw value, because its keys are names chosen by the client.
    Transform(({ obj }: { obj: { custom_fields?: unknown } }) => {
      const sent = readJsonText(obj.custom_fields);
      if (sent === undefined) return undefined;
      return isCleared(sent) ? null : readCustomFields(sent);
    }),
    HasNo((value) => (value instanceof WrongCustomFields ? [...value.faults] : [])),
  );
}

const isCleared = (sent: unknown): boolean =>
  sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0);
