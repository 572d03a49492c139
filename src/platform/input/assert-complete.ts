import type { Type } from '@nestjs/common';
import { validateSync } from 'class-validator';
import { InvalidInput } from './invalid-input';

/**
 * Checks that a valid body of an update is also one of a creation.
 *
 * @param creation the DTO of the creation
 * @throws InvalidInput that names the required fields that are missing
 */
export function assertComplete(creation: Type<object>, update: object): void {
  const errors = validateSync(Object.assign(new creation(), update), {
    stopAtFirstError: true,
    validationError: { target: true, value: true },
  });
  if (errors.length > 0) throw InvalidInput.of(errors);
}
