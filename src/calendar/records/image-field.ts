import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { declared, Satisfies } from '../../platform/input';
import { readImage } from './image';

/** A featured image: an id or a URL; null, `""` and false clear it (contract §4). */
export function ImageField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      {},
      {
        nullable: true,
        oneOf: [
          { type: 'string', maxLength: 2000 },
          { type: 'integer', minimum: 1 },
        ],
      },
    ),
    Transform(({ value }: { value: unknown }) => {
      if (value === undefined) return undefined;
      const image = readImage(value);
      return image === undefined ? value : image;
    }),
    Satisfies(
      (value) => readImage(value) === value,
      'must be the id of an image or an absolute http(s) URL',
    ),
  );
}
