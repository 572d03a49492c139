import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, ValidateIf } from 'class-validator';
import { readJsonText } from '../../../platform/edge/bodies';
import { declared, LIST_MAX, readList, readOrLeave, Satisfies } from '../../../platform/input';

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

/** Declares a value that the service sets: what is sent is ignored, so that a record can be sent back. */
export function IgnoredField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(description, { addition: true }, { type: 'string', nullable: true }),
    Transform(() => undefined),
  );
}

/** Refuses a field of series in the body of an event, where it would be lost without a word. */
export const OfSeries = (): PropertyDecorator =>
  applyDecorators(
    ValidateIf((_dto, value) => value !== undefined),
    Satisfies(() => false, 'belongs to a series: send it to /series', { code: 'unknown' }),
  );
