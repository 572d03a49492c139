import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, ValidateIf } from 'class-validator';
import { DateInput, dateProblem } from '../../../platform/dates';
import { readJsonText } from '../../../platform/http/body';
import { isUid, UID_MAX, UID_PATTERN, WRONG_UID } from '../../../platform/http/routing';
import {
  declared,
  IsIgnored,
  LIST_MAX,
  type Presence,
  readCleared,
  readLast,
  readList,
  Satisfies,
} from '../../../platform/validation';
import { COST_MAX, CostInput, readCost } from '../cost/cost';

const TEXT = { type: 'string', maxLength: COST_MAX.length };
const NUMBER = { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** Null, `""` and `[]` clear the cost (docs/reference/interface.md#costs). */
export function CostField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      {},
      {
        nullable: true,
        anyOf: [
          TEXT,
          NUMBER,
          { type: 'array', maxItems: COST_MAX.parts, items: { anyOf: [TEXT, NUMBER] } },
        ],
      },
    ),
    Transform(({ value }: { value: unknown }) => {
      const parts = value === undefined ? undefined : readCost(value);
      return parts ? new CostInput(parts) : value;
    }),
    Satisfies(
      (value) => value instanceof CostInput,
      'must be a price such as 20, "20 EUR" or "10 - 20", not negative, ' +
        `of at most ${COST_MAX.parts} entries and ${COST_MAX.length} characters`,
    ),
  );
}

/** Stored as sent; null and `""` mean none (docs/reference/interface.md#uid). */
export function UidField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      { addition: true, example: 'concert-2027@tickets.example.org' },
      {
        anyOf: [
          { type: 'string', pattern: UID_PATTERN, maxLength: UID_MAX },
          { type: 'string', maxLength: 0 },
        ],
        nullable: true,
      },
    ),
    Transform((sent) => readCleared(readLast(sent))),
    Satisfies(isUid, WRONG_UID),
  );
}

/**
 * Declares a list; null, `""` and `[]` mean none.
 *
 * @param entries their noun in the error
 */
export function ListField(
  description: string,
  presence: Presence,
  { max, items, entries = 'entries' }: { max: number; items: object; entries?: string },
  read: (sent: readonly unknown[]) => readonly unknown[] = (sent) => sent,
): PropertyDecorator {
  return applyDecorators(
    declared(description, presence, { nullable: true, type: 'array', maxItems: max, items }),
    Transform(({ value }: { value: unknown }) => {
      if (value === undefined) return undefined;
      return value === null ? [] : read(readList(readJsonText(value), max));
    }),
    IsArray(),
    ArrayMaxSize(max, { message: `must not hold more than ${max} ${entries}` }),
  );
}

/** A time with its offset (RFC 3339, ISO 8601). */
const INSTANT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)$/;

/** See `planSchedule`. */
export const InstantField = (description: string, example: string): PropertyDecorator =>
  applyDecorators(
    declared(
      description,
      { addition: true, example, clearable: false },
      { type: 'string', format: 'date-time' },
    ),
    Transform((sent) => {
      const value: unknown = readLast(sent);
      return typeof value === 'string' && INSTANT.test(value)
        ? (DateInput.read(value) ?? value)
        : value;
    }),
    Satisfies(
      (value) => value instanceof DateInput,
      ({ value }) => {
        const problem = dateProblem(value);
        const rule = 'must be a time with its offset, such as 2027-05-01T10:00:00+02:00';
        return problem === undefined ? rule : `${rule}; ${problem}`;
      },
    ),
  );

export const OverridesField = (description: string): PropertyDecorator =>
  applyDecorators(
    ListField(
      description,
      { addition: true, example: ['venue'] },
      { max: LIST_MAX, items: { type: 'string' } },
    ),
    IsString({ each: true, message: 'must be a list of names of fields' }),
  );

/** A sent value is ignored, so that a record can be sent back. */
export function IgnoredField(description: string, isClearable = false): PropertyDecorator {
  return applyDecorators(
    declared(description, { addition: true }, { type: 'string', nullable: true }),
    Transform(({ value }) => (isClearable && value === null ? null : undefined)),
    IsIgnored(),
  );
}

/** Rejects a field or parameter that would have no effect. */
export const Refused = (message: string): PropertyDecorator =>
  applyDecorators(
    ValidateIf((_dto, value) => value !== undefined),
    Satisfies(() => false, message, { code: 'unknown' }),
  );
