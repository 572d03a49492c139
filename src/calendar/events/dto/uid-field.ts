import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { declared, readCleared, readLast, Satisfies } from '../../../platform/input';
import { UID_MAX, UID_PATTERN } from '../event-uid';

const UID = new RegExp(UID_PATTERN);

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
    Satisfies(
      (value) => typeof value === 'string' && value.length <= UID_MAX && UID.test(value),
      `must be 1 to ${UID_MAX} visible ASCII characters, without spaces`,
    ),
  );
}
