import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsString,
  Max,
  Min,
} from 'class-validator';
import { DATE_MAX } from '../dates';
import { SEARCH_MAX, searchWords } from '../texts';
import { declared, isDate, LIST_MAX, type Presence, Satisfies, wellFormed } from './declared';
import {
  asSent,
  BooleanField,
  inputField,
  IntegerField,
  NumberField,
  textRules,
  trimmed,
} from './fields';
import { readDate, readInteger, readList } from './readers';

/**
 * The parameters of queries. As for the fields of bodies, one decorator parses, validates and
 * declares each. An empty value is an error (docs/reference/interface.md#values).
 */

export type ParameterOptions = Pick<
  Presence,
  'addition' | 'example' | 'default' | 'defaultSetting' | 'sunset'
>;

export const IntegerParameter = (
  description: string,
  options: ParameterOptions & { min?: number; max?: number } = {},
): PropertyDecorator =>
  IntegerField(description, { max: Number.MAX_SAFE_INTEGER, ...options, clearable: false });

export const NumberParameter = (
  description: string,
  options: ParameterOptions & { min: number; max: number; pairedWith?: string },
): PropertyDecorator => NumberField(description, { ...options, clearable: false });

export const BooleanParameter = (
  description: string,
  options: ParameterOptions = {},
): PropertyDecorator => BooleanField(description, { ...options, clearable: false });

export function TextParameter(
  description: string,
  options: ParameterOptions & { required?: boolean; max?: number; pattern?: string } = {},
): PropertyDecorator {
  const { max = 500, pattern = '\\S' } = options;
  return inputField(
    description,
    { ...options, clearable: false },
    { type: 'string', minLength: 1, maxLength: max, pattern },
    trimmed,
    IsNotEmpty({ message: 'must not be empty' }),
    ...textRules(max),
  );
}

/** The words of a search; at least one is required. */
export function SearchParameter(description: string): PropertyDecorator {
  const holds = (fit: (words: number) => boolean) => (value: unknown) =>
    typeof value !== 'string' || fit(searchWords(value).length);
  return applyDecorators(
    TextParameter(description, { max: SEARCH_MAX.length, pattern: '[^\\s"]' }),
    Satisfies(
      holds((words) => words > 0),
      'must hold a word',
      { code: 'blank' },
    ),
    Satisfies(
      holds((words) => words <= SEARCH_MAX.words),
      `must not hold more than ${SEARCH_MAX.words} words`,
      { code: 'count' },
    ),
  );
}

export const ChoiceParameter = (
  description: string,
  choices: readonly string[],
  options: ParameterOptions & { required?: boolean } = {},
): PropertyDecorator =>
  inputField(
    description,
    { ...options, clearable: false },
    { type: 'string', enum: [...choices] },
    (word) => (typeof word === 'string' ? word.toLowerCase() : word),
    IsIn(choices, { message: `must be one of ${choices.join(', ')}` }),
  );

/** A date and time, parsed as a `DateInput`. */
export const DateTimeParameter = (
  description: string,
  options: ParameterOptions = {},
): PropertyDecorator =>
  inputField(
    description,
    { ...options, clearable: false },
    { type: 'string', minLength: 1, maxLength: DATE_MAX },
    readDate,
    isDate(),
  );

function listParameter(
  description: string,
  { max = LIST_MAX, ...options }: ParameterOptions & { max?: number },
  items: Record<string, unknown>,
  read: (part: unknown) => unknown,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  return applyDecorators(
    declared(description, options, { type: 'array', items, minItems: 1, maxItems: max }),
    IsArray({ message: 'must be a list' }),
    ArrayMaxSize(max, { message: `must not hold more than ${max} entries` }),
    ArrayNotEmpty({ message: 'must not be empty' }),
    Transform(({ value }) => readList(value, max).map((part) => read(part))),
    ...rules,
  );
}

const ID_RULE = { each: true, message: 'must be a list of ids' };

/** A list of record ids. */
export const IdsParameter = (
  description: string,
  options: ParameterOptions = {},
): PropertyDecorator =>
  listParameter(
    description,
    options,
    { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    readInteger,
    IsInt(ID_RULE),
    Min(1, ID_RULE),
    Max(Number.MAX_SAFE_INTEGER, ID_RULE),
  );

/** The schema of a list entry that is not blank. */
const WORD = { minLength: 1, pattern: '[^\\s,]' };

/** A list of texts; with `choices`, only of these. */
export function TextsParameter(
  description: string,
  {
    choices,
    items,
    read = asSent,
    ...options
  }: ParameterOptions & {
    choices?: readonly string[];
    items?: Record<string, unknown>;
    max?: number;
    /** Converts an entry. */
    read?: (text: unknown) => unknown;
  } = {},
): PropertyDecorator {
  return listParameter(
    description,
    options,
    items ?? { type: 'string', ...(choices ? { enum: [...choices] } : WORD) },
    (part) => read(typeof part === 'number' ? String(part) : part),
    IsString({ each: true, message: 'must be a list of texts' }),
    wellFormed(true),
    ...(choices
      ? [IsIn(choices, { each: true, message: `must be among ${choices.join(', ')}` })]
      : []),
  );
}
