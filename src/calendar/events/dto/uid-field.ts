import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { isUid, UID_MAX, UID_PATTERN, WRONG_UID } from '../../../platform/http/routing';
import { declared, readCleared, readLast, Satisfies } from '../../../platform/input';

/**
 * Declares the globally unique id of an event (docs/reference/interface.md#uid), stored exactly as sent; null and `""`
 * mean none.
 */
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
