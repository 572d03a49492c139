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
import { DATE_MAX } from '../foundation/dates';
import { SEARCH_MAX, searchWords } from '../foundation/texts';
import {
  declared,
  isDate,
  LIST_MAX,
  maxCharacters,
  type Presence,
  Satisfies,
  wellFormed,
} from './declared';
import { BooleanField, IntegerField, NumberField } from './fields';
import { readDate, readInteger, readList } from './readers';
import { readLast } from './repeated';

/**
 * The parameters of queries. As for the fields of bodies, one decorator parses, validates and
 * declares each. An empty value is an error (docs/reference/interface.md#values).
 */

export type ParameterOptions = Pick<
  Presence,
  'addition' | 'example' | 'default' | 'defaultSetting'
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
  return applyDecorators(
    declared(description, options, {
      type: 'string',
      minLength: 1,
      maxLength: max,
      pattern,
    }),
    Transform((sent) => {
      const text = readLast(sent);
      return typeof text === 'string' ? text.trim() : text;
    }),
    IsString({ message: 'must be a string' }),
    IsNotEmpty({ message: 'must not be empty' }),
    maxCharacters(max),
    wellFormed(),
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

export function ChoiceParameter(
  description: string,
  choices: readonly string[],
  options: ParameterOptions = {},
): PropertyDecorator {
  return applyDecorators(
    declared(description, options, {
      type: 'string',
      enum: [...choices],
    }),
    Transform((sent) => {
      const word = readLast(sent);
      return typeof word === 'string' ? word.toLowerCase() : word;
    }),
    IsIn(choices, { message: `must be one of ${choices.join(', ')}` }),
  );
}

/** A date and time, parsed as a `DateInput`. */
export function DateTimeParameter(
  description: string,
  options: ParameterOptions = {},
): PropertyDecorator {
  return applyDecorators(
    declared(description, options, {
      type: 'string',
      minLength: 1,
      maxLength: DATE_MAX,
    }),
    Transform((sent) => readDate(readLast(sent))),
    isDate(),
  );
}

function declaredList(
  description: string,
  options: ParameterOptions,
  items: Record<string, unknown>,
): PropertyDecorator {
  return declared(description, options, {
    type: 'array',
    items,
    minItems: 1,
    maxItems: LIST_MAX,
  });
}

const LIST_RULES = [
  IsArray({ message: 'must be a list' }),
  ArrayMaxSize(LIST_MAX, { message: `must not hold more than ${LIST_MAX} entries` }),
  ArrayNotEmpty({ message: 'must not be empty' }),
];

/** A list of record ids. */
export function IdsParameter(
  description: string,
  options: ParameterOptions = {},
): PropertyDecorator {
  return applyDecorators(
    declaredList(description, options, {
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
    ...LIST_RULES,
    Transform(({ value }) => readList(value).map(readInteger)),
    IsInt({ each: true, message: 'must be a list of ids' }),
    Min(1, { each: true, message: 'must be a list of ids' }),
    Max(Number.MAX_SAFE_INTEGER, { each: true, message: 'must be a list of ids' }),
  );
}

/** The schema of a list entry that is not blank. */
const WORD = { minLength: 1, pattern: '[^\\s,]' };

/** A list of texts; with `choices`, only of these. */
export function TextsParameter(
  description: string,
  options: ParameterOptions & { choices?: readonly string[]; items?: Record<string, unknown> } = {},
): PropertyDecorator {
  const { choices, items } = options;
  return applyDecorators(
    declaredList(
      description,
      options,
      items ?? { type: 'string', ...(choices ? { enum: [...choices] } : WORD) },
    ),
    ...LIST_RULES,
    Transform(({ value }) =>
      readList(value).map((part) => (typeof part === 'number' ? String(part) : part)),
    ),
    IsString({ each: true, message: 'must be a list of texts' }),
    wellFormed(true),
    ...(choices
      ? [IsIn(choices, { each: true, message: `must be among ${choices.join(', ')}` })]
      : []),
  );
}
