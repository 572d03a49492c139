import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, isEmail, IsIn, IsInt, IsNotEmpty, IsNumber, IsString } from 'class-validator';
import { DATE_MAX, TIMESTAMPS, Zone } from '../foundation/dates';
import { isWellFormedText, parseUrl, plainText, sanitizeHtml } from '../foundation/texts';
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
  readNumber,
  TRUTH_WORDS,
} from './readers';
import { readLast } from './repeated';
import { readOrLeave } from './deferred';

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

const nullable = (presence: Presence): { nullable?: true } =>
  isClearable(presence) ? { nullable: true } : {};

const clearing = (presence: Presence, read: (value: unknown) => unknown) =>
  Transform((sent) => {
    const value = readLast(sent);
    return read(isClearable(presence) ? readCleared(value) : value);
  });

export interface IntegerOptions extends Presence {
  min?: number;
  max?: number;
  /** The document also allows a string of digits, because answers contain it. */
  orDigits?: boolean;
}

export function IntegerField(description: string, options: IntegerOptions = {}): PropertyDecorator {
  const { min = 0, max = INTEGER_MAX, orDigits = false } = options;
  const integer = { type: 'integer', minimum: min, maximum: max };
  return applyDecorators(
    declared(description, options, {
      ...(orDigits ? { anyOf: [integer, { type: 'string', pattern: DIGITS }] } : integer),
      ...nullable(options),
    } as ApiPropertyOptions),
    clearing(options, readInteger),
    IsInt({ message: 'must be an integer' }),
    InRange(min, max),
  );
}

export function NumberField(
  description: string,
  options: Presence & { min: number; max: number },
): PropertyDecorator {
  const { min, max } = options;
  return applyDecorators(
    declared(description, options, {
      type: 'number',
      format: 'double',
      minimum: min,
      maximum: max,
      ...nullable(options),
    }),
    clearing(options, readNumber),
    IsNumber({}, { message: 'must be a number' }),
    InRange(min, max),
  );
}

export function BooleanField(description: string, options: Presence = {}): PropertyDecorator {
  return applyDecorators(
    declared(description, options, { type: 'boolean', ...nullable(options) }),
    clearing(options, readBoolean),
    IsBoolean({ message: 'must be true or false' }),
  );
}

/** A boolean that the interface declares as a string, such as a venue's `show_map`. */
export function BooleanStringField(description: string, options: Presence = {}): PropertyDecorator {
  return applyDecorators(
    declared(description, options, {
      anyOf: [{ type: 'string', enum: [...TRUTH_WORDS] }, { type: 'boolean' }],
      ...nullable(options),
    }),
    clearing(options, readBoolean),
    IsBoolean({ message: 'must be true or false' }),
  );
}

export interface TextOptions extends Presence {
  /** Maximum characters. */
  max: number;
}

/** Text without markup: tags and surrounding white space are removed. Cleared by null and `""`. */
export function TextField(description: string, options: TextOptions): PropertyDecorator {
  const { max, required } = options;
  return applyDecorators(
    declared(description, options, {
      type: 'string',
      maxLength: max,
      ...(required ? { minLength: 1, pattern: '\\S' } : nullable(options)),
    }),
    Transform((sent) => {
      const value = readLast(sent);
      if (typeof value === 'string') return readPlainText(value, max);
      return value === null && !required ? '' : value;
    }),
    IsString({ message: 'must be a string' }),
    ...(required ? [IsNotEmpty({ message: 'must not be blank' })] : []),
    maxCharacters(max),
    wellFormed(),
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
  return applyDecorators(
    declared(description, options, {
      type: 'string',
      maxLength: max,
      ...nullable(options),
    }),
    Transform((sent) => {
      const value = readLast(sent);
      if (value === null) return '';
      // A text above the limit is refused later, so it is not parsed.
      return typeof value === 'string' && hasAtMost(value, max)
        ? readOrLeave(value, sanitizeHtml)
        : value;
    }),
    IsString({ message: 'must be a string' }),
    maxCharacters(max),
    wellFormed(),
  );
}

/** A secret: it is stored unchanged, including spaces. Cleared by null and `""`. */
export function SecretField(description: string, options: TextOptions): PropertyDecorator {
  return applyDecorators(
    declared(description, options, {
      type: 'string',
      maxLength: options.max,
      ...nullable(options),
    }),
    clearing(options, (value) => value),
    IsString({ message: 'must be a string' }),
    maxCharacters(options.max),
    wellFormed(),
  );
}

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
  const words = { type: 'string', enum: [...choices] };
  const { type } = options;
  const choice = type === undefined ? words : named(type, words);
  return applyDecorators(
    declared(
      description,
      options,
      // Null stays outside of the enum: generators would make another word of it.
      (isClearable(options)
        ? { anyOf: [choice, { ...EMPTY, nullable: true }] }
        : type === undefined
          ? words
          : { allOf: [choice] }) as ApiPropertyOptions,
    ),
    clearing(options, (value) => value),
    IsIn(choices, { message: `must be one of ${choices.join(', ')}` }),
  );
}

/**
 * A date and time in any supported format (docs/reference/dates.md#date-formats), parsed as a `DateInput`.
 * The service determines its time zone.
 */
export function DateTimeField(description: string, options: Presence = {}): PropertyDecorator {
  return applyDecorators(
    declared(description, options, {
      anyOf: [
        { type: 'string', maxLength: DATE_MAX, ...(options.required && { minLength: 1 }) },
        { type: 'integer', ...TIMESTAMPS },
      ],
      ...nullable(options),
    }),
    clearing(options, readDate),
    isDate(),
  );
}

/**
 * A time zone (docs/reference/dates.md#date-formats), parsed as a `Zone` of the application's rules. Cleared
 * by null and `""`.
 */
export function TimeZoneField(description: string, options: Presence = {}): PropertyDecorator {
  return applyDecorators(
    declared(description, options, {
      type: 'string',
      maxLength: ZONE_MAX,
      ...nullable(options),
    }),
    Transform((sent) => {
      const value = readLast(sent);
      const { zoneRules } = sent.options;
      if (typeof value !== 'string') return value;
      const name = readPlainText(value, ZONE_MAX);
      if (name === '' && isClearable(options)) return null;
      const known = zoneRules?.read(name);
      return known === undefined ? value : zoneRules?.zone(known);
    }),
    Satisfies(
      (value) => value instanceof Zone,
      'must be an IANA time zone such as Europe/Rome or an offset such as UTC+2',
    ),
  );
}

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
  const url = { type: 'string', format: 'uri', pattern, maxLength: ADDRESS_MAX } as const;
  return applyDecorators(
    declared(description, options, {
      ...(options.required ? url : { anyOf: [url, EMPTY] }),
      ...nullable(options),
    }),
    Transform((sent) => {
      const value = readLast(sent);
      if (typeof value === 'string') return value.trim();
      return value === null ? '' : value;
    }),
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
  return applyDecorators(
    declared(description, options, {
      anyOf: [
        { type: 'string', format: 'email', maxLength: EMAIL_MAX },
        ...(isClearable(options) ? [EMPTY] : []),
      ],
      ...nullable(options),
    }),
    clearing(options, (value) => (typeof value === 'string' ? value.trim() : value)),
    Satisfies(isEmailAddress, `must be an e-mail address of at most ${EMAIL_MAX} characters`),
  );
}

/**
 * True for an ordinary email address. RFC 5321 also allows quoted names (`"<b>"@example.org`), but
 * nobody uses them, and programs could take them for markup.
 */
function isEmailAddress(value: unknown): boolean {
  // An address above the limit is refused without being parsed.
  if (typeof value !== 'string' || value.length > EMAIL_MAX) return false;
  return !/[\s\p{C}"<>()[\],:;\\]/u.test(value) && isEmail(value);
}
