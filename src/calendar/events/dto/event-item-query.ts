import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { declared, readLast, Satisfies } from '../../../platform/validation';
import { RemoveQuery } from '../../posts';

/** A password is read unchanged, including spaces. */
function PasswordParameter(): PropertyDecorator {
  return applyDecorators(
    declared('events.password_item', {}, { type: 'string', minLength: 1 }),
    Transform(readLast),
    Satisfies((value) => typeof value === 'string' && value !== '', 'must be a text, not empty'),
  );
}

export class EventItemQuery {
  @PasswordParameter()
  password?: string;
}

export class EventRemoveQuery extends RemoveQuery {
  @PasswordParameter()
  password?: string;
}
