import { type Fault, fault, type FaultCode } from '../../../platform/foundation/errors';
import {
  characterCount,
  isWellFormedText,
  plainText,
  sanitizeHtml,
} from '../../../platform/foundation/texts';
import { hadForbiddenNames, isObject } from '../../../platform/input';

export type CustomValue = string | number | boolean | null;

export interface CustomField {
  label: string;
  value: CustomValue;
}

/** Name → field. */
export type CustomFields = Record<string, CustomField>;

export const FIELDS_MAX = 100;
/** Maximum characters of a name, a label and a value. */
export const TEXT_MAX = 10_000;
/** Maximum characters of all names, labels and values together. */
const TEXTS_MAX = 50_000;

/** The faults of custom fields. */
export class WrongCustomFields {
  readonly faults: readonly Fault[];

  constructor(...faults: readonly Fault[]) {
    this.faults = faults;
  }
}

const wrong = (code: FaultCode, detail: string): WrongCustomFields =>
  new WrongCustomFields(fault([], code, detail));

const TOO_LONG = wrong('length', `must not hold more than ${TEXTS_MAX} characters together`);

/**
 * Parses the custom fields sent by a client. Names and labels are converted to plain text, and the HTML of a
 * value is sanitised like that of a description.
 */
export function readCustomFields(input: unknown): CustomFields | WrongCustomFields {
  if (!isObject(input))
    return wrong('type', 'must be an object of names, each with { label, value }');
  const sent = Object.entries(input);
  if (hadForbiddenNames(input))
    return wrong('format', 'must not hold the names __proto__, constructor and prototype');
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
  if (faults.length > 0) return new WrongCustomFields(...faults);
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

/**
 * Returns a field as it is stored.
 *
 * @returns undefined for an invalid field
 */
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
