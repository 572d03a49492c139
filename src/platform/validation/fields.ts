import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsBoolean, isEmail, IsIn, IsInt, IsNotEmpty, IsNumber, IsString } from 'class-validator';
import { DATE_MAX, TIMESTAMPS, Zone } from '../dates';
import { isWellFormedText, parseUrl, plainText, sanitizeHtml } from '../texts';
import {
  declared,
  hasAtMost,
  InRange,
  INTEGER_MAX,
  isDate,
  maxCharacters,
  named,
  type Presence,
  Satisfies,
  wellFormed,
} from './declared';
import {
  readBoolean,
  readCleared,
  readDate,
  readInteger,
  readLast,
  readNumber,
  TRUTH_WORDS,
} from './readers';

/**
 * The fields of bodies. Each kind is one decorator for a property of a DTO: it parses the value
 * (docs/reference/interface.md#values), validates it with class-validator and declares it in the documents.
 * Optional fields are cleared by null and `""`.
 *
 * The first argument is the key of the field's description in `i18n/<language>/`.
 */

/** Maximum characters of a description, and of a description and an excerpt together. */
export const TEXTS_MAX = 100_000;
/** Maximum characters of markup that may be removed from a plain-text field. */
const MARKUP_MAX = 1_000;
/** The pattern of the beginning of all addresses in records. */
export const HTTP = '^[Hh][Tt]{2}[Pp][Ss]?://';
const HTTPS = '^[Hh][Tt]{2}[Pp][Ss]://';
/** The longest address that browsers support. */
const ADDRESS_MAX = 2_000;
/** Maximum characters of a time zone name. */
const ZONE_MAX = 64;
/** RFC 5321 §4.5.3.1.3, without the brackets of the path. */
const EMAIL_MAX = 254;

/** Below 2,000,000,000, which an integer column can store. */
const DIGITS = '^[01]?\\d{1,9}$';

/** The empty text, which clears a field. */
const EMPTY = { type: 'string', maxLength: 0 };

const isClearable = ({ required = false, clearable = true }: Presence): boolean =>
  clearable && !required;

/**
 * Declares a field or a parameter, parses it and validates it.
 *
 * @param read parses a value; of a field that can be cleared, null stands for the empty text
 */
export function inputField(
  description: string,
  presence: Presence,
  schema: Record<string, unknown>,
  read: (value: unknown, sent: TransformFnParams) => unknown,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  const canClear = isClearable(presence);
  return applyDecorators(
    declared(description, presence, {
      ...schema,
      ...(canClear && { nullable: true }),
    }),
    Transform((sent) => {
      const value = readLast(sent);
      return read(canClear ? readCleared(value) : value, sent);
    }),
    ...rules,
  );
}

export const asSent = (value: unknown): unknown => value;

export const trimmed = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim() : value;

export interface IntegerOptions extends Presence {
  min?: number;
  max?: number;
  /** The document also allows a string of digits, because responses contain it. */
  orDigits?: boolean;
}

export function IntegerField(description: string, options: IntegerOptions = {}): PropertyDecorator {
  const { min = 0, max = INTEGER_MAX, orDigits = false } = options;
  const integer = { type: 'integer', minimum: min, maximum: max };
  return inputField(
    description,
    options,
    orDigits ? { anyOf: [integer, { type: 'string', pattern: DIGITS }] } : integer,
    readInteger,
    IsInt({ message: 'must be an integer' }),
    InRange(min, max),
  );
}

export function NumberField(
  description: string,
  options: Presence & { min: number; max: number },
): PropertyDecorator {
  const { min, max } = options;
  return inputField(
    description,
    options,
    { type: 'number', format: 'double', minimum: min, maximum: max },
    readNumber,
    IsNumber({}, { message: 'must be a number' }),
    InRange(min, max),
  );
}

const isBoolean = (): PropertyDecorator => IsBoolean({ message: 'must be true or false' });

export const BooleanField = (description: string, options: Presence = {}): PropertyDecorator =>
  inputField(description, options, { type: 'boolean' }, readBoolean, isBoolean());

/** A boolean that the interface declares as a string, such as a venue's `show_map`. */
export function BooleanStringField(description: string, options: Presence = {}): PropertyDecorator {
  const schema = { anyOf: [{ type: 'string', enum: [...TRUTH_WORDS] }, { type: 'boolean' }] };
  return inputField(description, options, schema, readBoolean, isBoolean());
}

export interface TextOptions extends Presence {
  max: number;
}

/** The rules of every text field. */
export const textRules = (max: number): PropertyDecorator[] => [
  IsString({ message: 'must be a string' }),
  maxCharacters(max),
  wellFormed(),
];

/** Text without markup: tags and surrounding white space are removed. Cleared by null and `""`. */
export function TextField(description: string, options: TextOptions): PropertyDecorator {
  const { max, required } = options;
  return inputField(
    description,
    options,
    { type: 'string', maxLength: max, ...(required && { minLength: 1, pattern: '\\S' }) },
    (value) => {
      if (typeof value === 'string') return readPlainText(value, max);
      return value === null && !required ? '' : value;
    },
    ...(required ? [IsNotEmpty({ message: 'must not be blank' })] : []),
    ...textRules(max),
  );
}

/**
 * Returns a text without its markup, which may exceed `max` before the removal. A longer text is
 * returned unchanged, so that validation refuses it.
 */
export const readPlainText = (text: string, max: number): string =>
  text.length > max * 2 + MARKUP_MAX ? text : plainText(text);

/** Text that may contain HTML, which is sanitised. Cleared by null and `""`. */
export function RichTextField(
  description: string,
  options: Partial<TextOptions> = {},
): PropertyDecorator {
  const { max = TEXTS_MAX } = options;
  return inputField(
    description,
    options,
    { type: 'string', maxLength: max },
    (value) => {
      if (value === null) return '';
      // A text above the limit is refused later, so it is not parsed.
      return typeof value === 'string' && hasAtMost(value, max) ? sanitizeHtml(value) : value;
    },
    ...textRules(max),
  );
}

/** A secret: it is stored unchanged, including spaces. Cleared by null and `""`. */
export const SecretField = (description: string, options: TextOptions): PropertyDecorator =>
  inputField(
    description,
    options,
    { type: 'string', maxLength: options.max },
    asSent,
    ...textRules(options.max),
  );

/**
 * One of several words, in their exact spelling. Cleared by null and `""`, if it is clearable.
 *
 * @param options.type the name of the enum type in the document
 */
export function ChoiceField(
  description: string,
  choices: readonly string[],
  options: Presence & { type?: string } = {},
): PropertyDecorator {
  const { type } = options;
  const words = { type: 'string', enum: [...choices] };
  const choice = type === undefined ? words : named(type, words);
  const alone = type === undefined ? words : { allOf: [choice] };
  return inputField(
    description,
    options,
    isClearable(options) ? { anyOf: [choice, EMPTY] } : alone,
    asSent,
    IsIn(choices, { message: `must be one of ${choices.join(', ')}` }),
  );
}

/**
 * A date and time in any supported format (docs/reference/dates.md#date-formats), parsed as a `DateInput`.
 * The service determines its time zone.
 */
export const DateTimeField = (description: string, options: Presence = {}): PropertyDecorator =>
  inputField(
    description,
    options,
    {
      anyOf: [
        { type: 'string', maxLength: DATE_MAX, ...(options.required && { minLength: 1 }) },
        { type: 'integer', ...TIMESTAMPS },
      ],
    },
    readDate,
    isDate(),
  );

/**
 * A time zone (docs/reference/dates.md#date-formats), parsed as a `Zone` of the application's rules. Cleared
 * by null and `""`.
 */
export const TimeZoneField = (description: string, options: Presence = {}): PropertyDecorator =>
  inputField(
    description,
    options,
    { type: 'string', maxLength: ZONE_MAX },
    (value, { options: { zoneRules } }) => {
      if (typeof value !== 'string') return value;
      const name = readPlainText(value, ZONE_MAX);
      if (name === '' && isClearable(options)) return null;
      const known = zoneRules?.read(name);
      return known === undefined ? value : zoneRules?.zone(known);
    },
    Satisfies(
      (value) => value instanceof Zone,
      'must be an IANA time zone such as Europe/Rome or an offset such as UTC+2',
    ),
  );

/**
 * An absolute http(s) address (docs/reference/interface.md#texts).
 *
 * @param options.https whether only https is allowed
 */
export function UrlField(
  description: string,
  options: Presence & { https?: boolean } = {},
): PropertyDecorator {
  const { https = false } = options;
  const pattern = https ? HTTPS : HTTP;
  const scheme = https ? 'https' : 'http(s)';
  const url = { type: 'string', format: 'uri', pattern, maxLength: ADDRESS_MAX };
  return inputField(
    description,
    options,
    options.required ? url : { anyOf: [url, EMPTY] },
    (value) => (value === null ? '' : trimmed(value)),
    maxCharacters(ADDRESS_MAX),
    Satisfies(
      (value) =>
        (value === '' && !options.required) ||
        (isHttpUrl(value) && new RegExp(pattern).test(value as string)),
      `must be an absolute ${scheme} URL`,
    ),
  );
}

function isHttpUrl(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^https?:\/\/[^\s<>"]+$/i.test(value) &&
    isWellFormedText(value) &&
    parseUrl(value) !== undefined
  );
}

export function EmailField(description: string, options: Presence = {}): PropertyDecorator {
  const email = { type: 'string', format: 'email', maxLength: EMAIL_MAX };
  return inputField(
    description,
    options,
    { anyOf: isClearable(options) ? [email, EMPTY] : [email] },
    trimmed,
    Satisfies(isEmailAddress, `must be an e-mail address of at most ${EMAIL_MAX} characters`),
  );
}

/**
 * True for an ordinary email address. RFC 5321 also allows quoted names (`"<b>"@example.org`), but
 * nobody uses them, and programs could take them for markup.
 */
export function isEmailAddress(value: unknown): boolean {
  // An address above the limit is refused without being parsed.
  if (typeof value !== 'string' || value.length > EMAIL_MAX) return false;
  return !/[\s\p{C}"<>()[\],:;\\]/u.test(value) && isEmail(value);
}
