import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  IsDefined,
  IsOptional,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { DateInput, dateProblem } from '../dates';
import type { Fault, FaultCode } from '../errors';
import { characterCount, isWellFormedText } from '../texts';

/** The largest value of an integer column in every database. */
export const INTEGER_MAX = 2_147_483_647;
/** Maximum ids, names or slugs in one list. */
export const LIST_MAX = 500;

/** The fault detail of a missing required field. */
export const MISSING = 'is required';

export interface Presence {
  /**
   * Must be sent on creation, and can never be cleared. Other fields are cleared by null and `""`.
   */
  required?: boolean;
  /** The name of another field: both must be sent, or neither. */
  pairedWith?: string;
  /** The name of another field: on creation the field is required only without it. */
  unless?: string;
  /** As `unless`, but the documents call the field required: most clients send it. */
  orElse?: string;
  /** Marks an addition to the interface of The Events Calendar. */
  addition?: boolean;
  example?: unknown;
  default?: unknown;
  /** The name of the setting that is the default. */
  defaultSetting?: 'perPageDefault' | 'apiNamespace';
  /** False: null is an error instead of clearing the field. */
  clearable?: boolean;
  /** Marks it as deprecated; the day from which it may be removed: `2028-05-01`. */
  sunset?: string;
}

/**
 * Declares a property in the documents, and whether it is optional.
 *
 * @param description the key of the description in `i18n/<language>/`
 */
export function declared(
  description: string,
  {
    required = false,
    pairedWith,
    unless,
    orElse,
    addition = false,
    example,
    default: initial,
    defaultSetting,
    clearable = true,
    sunset,
  }: Presence,
  schema: ApiPropertyOptions,
): PropertyDecorator {
  return applyDecorators(
    pairedWith !== undefined
      ? pairRule(pairedWith)
      : unless !== undefined || orElse !== undefined
        ? oneOfRule([unless, orElse].filter((name) => name !== undefined))
        : presenceRule(required, clearable),
    ApiProperty({
      // The type that the compiler emits varies: for a class imported as a type, tsc emits
      // `Function`.
      type: Object,
      ...schema,
      ...(initial !== undefined && { default: initial }),
      description,
      required: required && unless === undefined,
      ...(example !== undefined && { example }),
      ...(addition && { 'x-addition': true }),
      ...(sunset !== undefined && { deprecated: true, 'x-sunset': sunset }),
      ...(defaultSetting && { [DEFAULT_SETTING]: defaultSetting }),
    } as ApiPropertyOptions),
  );
}

/**
 * The schema of a boolean that is always false. The description says so, because generators for
 * Java turn an enum of booleans into code that does not compile.
 */
export const FALSE = {
  type: 'boolean',
  description: 'document.fields.only_false',
  example: false,
} as const;

/** The context that class-validator passes from the rule `HasNo` to the error; see `faultsOf`. */
export interface HasNoContext {
  find: (value: unknown) => Fault[];
}

/**
 * Validates a value with a custom rule.
 *
 * @param options.code the fault code of an invalid value; `format` by default
 * @param options.each validates each entry of a list
 */
export function Satisfies(
  test: (value: unknown) => boolean,
  message: string | ((arguments_: ValidationArguments) => string),
  { code = 'format', each }: { code?: FaultCode; each?: boolean } = {},
): PropertyDecorator {
  return ValidateBy(
    // The name is the code: class-validator keeps one context for all rules of a name.
    { name: code, validator: { validate: test } },
    { each, message },
  );
}

/** The group of the rules that only `Prefer: handling=strict` applies. */
export const STRICT = 'strict';

/** Validates a value by the faults found inside it; see `HasNoContext`. */
export function HasNo(
  find: HasNoContext['find'],
  options: ValidationOptions = {},
): PropertyDecorator {
  const context: HasNoContext = { find };
  return ValidateBy(
    // class-validator keeps one context for all rules of a name.
    {
      name: ['hasNo', ...(options.groups ?? [])].join(),
      validator: { validate: (value) => find(value).length === 0 },
    },
    { ...options, message: 'is invalid', context },
  );
}

/** Requires a number from `least` to `most`. */
export function InRange(least: number, most: number): PropertyDecorator {
  return applyDecorators(
    Min(least, { message: `must be ${least} or more` }),
    Max(most, { message: `must be ${most} or less` }),
  );
}

/** Requires a value that was parsed as a date. */
export const isDate = (): PropertyDecorator =>
  Satisfies(
    (value) => value instanceof DateInput,
    ({ value }) => NO_DATE + problemOf(value),
  );

const NO_DATE =
  'must be a date such as 2027-05-01, 2027-05-01 10:00:00 or 2027-05-01T10:00:00+02:00';
const OF_NUMBERS = 'a number means seconds since 1970, and not days as in a spreadsheet';

function problemOf(value: unknown): string {
  const isNumber = typeof value === 'number' || /^-?\d+$/.test(String(value).trim());
  const problem = dateProblem(value) ?? (isNumber ? OF_NUMBERS : undefined);
  return problem === undefined ? '' : `; ${problem}`;
}

/** The fault detail of a text that cannot be stored. */
export const NOT_WELL_FORMED = 'must not hold NUL characters or broken Unicode';

/** Requires text that every database and every JSON parser can store. */
export const wellFormed = (each = false): PropertyDecorator =>
  Satisfies((value) => typeof value !== 'string' || isWellFormedText(value), NOT_WELL_FORMED, {
    code: 'characters',
    each,
  });

/**
 * True when a text has at most `max` characters, counted as databases count them: class-validator's
 * own rule counts a character and its variation selector as one. Far longer texts are not counted:
 * 2 MB of emoji would take 50 ms each time.
 */
export const hasAtMost = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= max * 2 && characterCount(text) <= max);

export const maxCharacters = (max: number): PropertyDecorator =>
  Satisfies(
    (value) => typeof value !== 'string' || hasAtMost(value, max),
    `must not be longer than ${max} characters`,
    { code: 'length' },
  );

function presenceRule(required: boolean, clearable: boolean): PropertyDecorator {
  if (required) return IsDefined({ message: MISSING });
  return clearable ? IsOptional() : ValidateIf((_dto, value) => value !== undefined);
}

function pairRule(other: string): PropertyDecorator {
  const isSent = (input: object): boolean => Reflect.get(input, other) !== undefined;
  return applyDecorators(
    ValidateIf((input: object, value) => value !== undefined || isSent(input)),
    Satisfies((value) => value !== undefined, `is needed with ${other}`, { code: 'required' }),
  );
}

function oneOfRule(others: readonly string[]): PropertyDecorator {
  const isSent = (input: object): boolean =>
    others.some((other) => (Reflect.get(input, other) ?? undefined) !== undefined);
  return applyDecorators(
    ValidateIf((input: object, value) => value !== undefined || !isSent(input)),
    IsDefined({ message: MISSING }),
  );
}

/** Marks a parameter whose default is a setting, until the document names its value. */
export const DEFAULT_SETTING = 'x-default-setting';

/** Marks the name of a type, until the document moves the type to its schemas. */
export const TYPE_NAME = 'x-type-name';

/**
 * Gives a part of a schema a type name in the document, which generated clients use too. Parts with
 * the same name must be equal.
 */
export const named = <T extends object>(name: string, schema: T): T => ({
  ...schema,
  [TYPE_NAME]: name,
});
