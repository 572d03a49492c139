import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import { DATE_MAX, DateInput, dateProblem, TIMESTAMPS } from '../../../../platform/dates';
import { type Fault, fault } from '../../../../platform/errors';
import {
  declared,
  HasNo,
  maxCharacters,
  entryPath,
  readEach,
  readLast,
} from '../../../../platform/validation';
import { ListField } from '../../dto/event-fields';
import { NAMED_DATES_MAX, RRULE_MAX } from '../set';

const DATE = {
  anyOf: [
    { type: 'string', minLength: 1, maxLength: DATE_MAX },
    { type: 'integer', ...TIMESTAMPS },
  ],
};

export function RruleField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      { addition: true, unless: 'rdates', example: 'FREQ=WEEKLY;BYDAY=TU' },
      { type: 'string', maxLength: RRULE_MAX, nullable: true },
    ),
    Transform((sent) => {
      const value = readLast(sent);
      if (typeof value === 'string') return value.trim();
      return value === null ? '' : value;
    }),
    IsString({ message: 'must be a string' }),
    maxCharacters(RRULE_MAX),
  );
}

/** Null, `""` and `[]` remove all dates. */
export function DatesField(description: string, max: number): PropertyDecorator {
  return applyDecorators(
    ListField(
      description,
      { addition: true, example: ['2027-06-01 20:00:00'] },
      { max, items: DATE, entries: 'dates' },
      readDates,
    ),
    HasNo((list) => (Array.isArray(list) ? faultsIn(list) : [])),
  );
}

const readDates = (values: readonly unknown[]): unknown[] =>
  readEach(values, (value) => DateInput.read(value, { phrases: false }) ?? value);

const faultsIn = (list: readonly unknown[]): Fault[] =>
  [...list.entries()]
    .filter(([, date]) => !(date instanceof DateInput))
    .slice(0, NAMED_DATES_MAX)
    .map(([index, date]) => {
      const problem = dateProblem(date);
      const rule = 'must be a date such as 2027-05-01 or 2027-05-01 10:00:00';
      const detail = problem === undefined ? rule : `${rule}; ${problem}`;
      return fault(entryPath(list, index), 'format', detail);
    });
