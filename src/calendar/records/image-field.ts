import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { declared, Satisfies } from '../../platform/input';
import { IMAGE_URL_MAX, readImage, SIZES_MAX, StoredImage } from './image';
import { ImageSize } from './image-record';

const COUNT = { type: 'integer', minimum: 0 };

/** An image as it is answered; 0 and `""` are not known. */
const DESCRIBED = {
  type: 'object',
  properties: {
    url: { type: 'string', maxLength: IMAGE_URL_MAX },
    id: COUNT,
    width: COUNT,
    height: COUNT,
    filesize: COUNT,
    sizes: {
      type: 'object',
      maxProperties: SIZES_MAX,
      additionalProperties: { $ref: getSchemaPath(ImageSize) },
    },
  },
};

/**
 * A featured image: an id, a URL, or an image as it is answered; null, `""` and false clear it
 * (contract §4).
 */
export function ImageField(description: string): PropertyDecorator {
  return applyDecorators(
    (target: object) => {
      ApiExtraModels(ImageSize)(target.constructor);
    },
    declared(
      description,
      {},
      {
        nullable: true,
        oneOf: [
          { type: 'string', maxLength: IMAGE_URL_MAX },
          { type: 'integer', minimum: 1 },
          { type: 'boolean', enum: [false] },
          DESCRIBED,
        ],
      },
    ),
    Transform(({ value }: { value: unknown }) => {
      if (value === undefined) return undefined;
      const image = readImage(value);
      return image === undefined ? value : image;
    }),
    Satisfies(
      (value) => value === null || value instanceof StoredImage,
      'must be the id of an image, an absolute http(s) URL, or an object with the url or id and sizes of an image',
    ),
  );
}
