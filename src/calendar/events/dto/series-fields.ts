import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import { readJsonText } from '../../../platform/edge/bodies';
import { declared, LIST_MAX, readList, readOrLeave } from '../../../platform/input';

/** Declares the names of the fields that an occurrence keeps as its own; null, `""` and `[]` mean none. */
export function OverridesField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      { addition: true, example: ['venue'] },
      { nullable: true, type: 'array', maxItems: LIST_MAX, items: { type: 'string' } },
    ),
    Transform(({ value }: { value: unknown }) => {
      if (value === undefined) return undefined;
      return value === null ? [] : readOrLeave(readJsonText(value), (sent) => readList(sent));
    }),
    IsArray(),
    ArrayMaxSize(LIST_MAX, { message: `must not hold more than ${LIST_MAX} entries` }),
    IsString({ each: true, message: 'must be a list of names of fields' }),
  );
}

/**
 * Declares a value that the service sets: what is sent is ignored, so that a record can be sent back.
 *
 * @param isClearable whether null clears the value
 */
export function IgnoredField(description: string, isClearable = false): PropertyDecorator {
  return applyDecorators(
    declared(description, { addition: true }, { type: 'string', nullable: true }),
    Transform(({ value }) => (isClearable && value === null ? null : undefined)),
  );
}
