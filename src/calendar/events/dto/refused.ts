import { applyDecorators } from '@nestjs/common';
import { ValidateIf } from 'class-validator';
import { Satisfies } from '../../../platform/input';

/** Refuses a field or a parameter that would have no effect. */
export const Refused = (message: string): PropertyDecorator =>
  applyDecorators(
    ValidateIf((_dto, value) => value !== undefined),
    Satisfies(() => false, message, { code: 'unknown' }),
  );
