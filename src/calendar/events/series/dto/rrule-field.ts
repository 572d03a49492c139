import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import { declared, maxCharacters, readLast } from '../../../../platform/input';
import { RRULE_MAX } from '../set';

/** Declares a recurrence rule, as text; null and `""` remove it. */
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
