import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsDefined, IsOptional, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { charactersOf, isWellFormedText } from '../texts';

/** Largest number that every database keeps in an integer column. */
export const INTEGER_MAX = 2_147_483_647;
/** Most ids, names or slugs in one list. */
export const LIST_MAX = 500;

export interface Presence {
  /** Must be sent on creation, and can never be cleared. Other fields take null and `""`. */
  required?: boolean;
  /** Not part of the interface as published, but added to it (docs/interface.md#what-is-new). */
  addition?: boolean;
  example?: unknown;
  /** False: null is an error too, rather than a way to clear the field. */
  clearable?: boolean;
}

/**
 * Declares a property in the documents, and whether it may be left out.
 *
 * @param description the key of the description in `i18n/<language>/`
 */
export function declared(
  description: string,
  { required = false, addition = false, example, clearable = true }: Presence,
  schema: ApiPropertyOptions,
): PropertyDecorator {
  return applyDecorators(
    presenceRule(required, clearable),
    ApiProperty({
      ...schema,
      description,
      required,
      ...(example !== undefined && { example }),
      ...(addition && { 'x-addition': true }),
    } as ApiPropertyOptions),
  );
}

/** Checks a value by a rule of our own. */
export function Satisfies(
  test: (value: unknown) => boolean,
  message: string,
  options: { each?: boolean } = {},
): PropertyDecorator {
  return ValidateBy(
    { name: 'satisfies', validator: { validate: test, defaultMessage: () => message } },
    { ...options, message },
  );
}

/** A number from `least` to `most`. */
export function Within(least: number, most: number): PropertyDecorator {
  return applyDecorators(
    Min(least, { message: `must be ${least} or more` }),
    Max(most, { message: `must be ${most} or less` }),
  );
}

/** Text that every database and every JSON parser keeps as it is. */
export const wellFormed = (each = false): PropertyDecorator =>
  Satisfies(
    (value) => typeof value !== 'string' || isWellFormedText(value),
    'must not hold NUL characters or broken Unicode',
    { each },
  );

/**
 * Whether a text has at most so many characters, counted as databases count them: class-validator's
 * own rule takes a character and its variation selector for one.
 */
export const isWithin = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= max * 2 && charactersOf(text) <= max);

/** Most characters of a text. */
export const longest = (max: number): PropertyDecorator =>
  Satisfies(
    (value) => typeof value !== 'string' || isWithin(value, max),
    `must not be longer than ${max} characters`,
  );

function presenceRule(required: boolean, clearable: boolean): PropertyDecorator {
  if (required) return IsDefined({ message: 'is required' });
  return clearable ? IsOptional() : ValidateIf((_dto, value) => value !== undefined);
}
