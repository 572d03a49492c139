import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { declared } from '../../../platform/input';

/**
 * Declares the start before the latest change, which the service sets. Null clears it; everything else is
 * ignored, so that an event from a response can be sent back (docs/reference/interface.md#event-status).
 */
export function PreviousStartField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(description, { addition: true }, { type: 'string', nullable: true }),
    Transform(({ value }: { value: unknown }) => (value === null ? null : undefined)),
  );
}
