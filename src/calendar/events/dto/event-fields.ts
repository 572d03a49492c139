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
  named,
  readInteger,
  readEach,
  isObject,
  isId,
  wrongId,
  NOT_WELL_FORMED,
  entryPath,
  readPlainText,
  HasNo,
} from '../../../platform/validation';
import { COST_MAX, CostInput, readCost } from '../cost/cost';
import { type Fault, fault, faultsWithin } from '../../../platform/errors';
import { isWellFormedText } from '../../../platform/texts';

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

const NAME_MAX = 500;
const TERMS_MAX = 50;

/**
 * Reads an id, or a text with a name, a slug or an id. Of an object with an id only the id is read, so that
 * an event from a response can be sent back.
 */
function readTerm(value: unknown): unknown {
  if (isObject(value) && 'id' in value) {
    const id = readInteger(value.id);
    return isId(id) ? id : value;
  }
  return typeof value === 'string' ? readPlainText(value, NAME_MAX) : value;
}

const readTerms = (values: readonly unknown[]): unknown[] => readEach(values, readTerm);

function wrong(term: unknown): Fault[] {
  if (typeof term === 'number')
    return isId(term) ? [] : [fault([], 'range', 'an id must be a whole number from 1 on')];
  if (isObject(term) && 'id' in term) return [wrongId(readInteger(term.id))];
  if (typeof term !== 'string')
    return [fault([], 'type', 'must be an id, a name, a slug, or an object with an id')];
  if (term === '') return [fault([], 'blank', 'must not be blank')];
  if (term.length > NAME_MAX)
    return [fault([], 'length', `must not be longer than ${NAME_MAX} characters`)];
  return isWellFormedText(term) ? [] : [fault([], 'characters', NOT_WELL_FORMED)];
}

const faultsIn = (list: readonly unknown[]): Fault[] =>
  list.flatMap((entry, index) => faultsWithin(entryPath(list, index), wrong(entry)));

const ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const TERM = named('TermReference', {
  anyOf: [
    ID,
    { type: 'string', minLength: 1, maxLength: NAME_MAX, pattern: '\\S' },
    {
      type: 'object',
      required: ['id'],
      properties: { id: ID },
    },
  ],
});

/** Null, `""` and `[]` remove all terms (docs/reference/interface.md#categories-and-tags-of-an-event). */
export function TermsField(description: string): PropertyDecorator {
  return applyDecorators(
    ListField(description, {}, { max: TERMS_MAX, items: TERM }, readTerms),
    HasNo((list) => (Array.isArray(list) ? faultsIn(list) : [])),
  );
}
