import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { declared, readLast, Satisfies } from '../../../platform/validation';
import { RemoveQuery } from '../../posts';

/**
 * Declares a password that unlocks an event. It is read unchanged, including spaces, like that of the event.
 */
function PasswordParameter(): PropertyDecorator {
  return applyDecorators(
    declared('events.password_item', {}, { type: 'string', minLength: 1 }),
    Transform(readLast),
    Satisfies((value) => typeof value === 'string' && value !== '', 'must be a text, not empty'),
  );
}

/** The password of a protected event, for its item routes (docs/reference/interface.md#passwords). */
export class EventItemQuery {
  @PasswordParameter()
  password?: string;
}

export class EventRemoveQuery extends RemoveQuery {
  @PasswordParameter()
  password?: string;
}
