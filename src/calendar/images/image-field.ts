import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { readJsonText } from '../../platform/http/body';
import type { Fault } from '../../platform/errors';
import { declared, FALSE, HasNo, HTTP, named } from '../../platform/validation';
import { IMAGE_URL_MAX, readImage, SIZES_MAX, StoredImage } from './image';

/** Unknown values are 0, null, `""` or false, depending on the client. */
const UNKNOWN = [FALSE, { type: 'string', maxLength: 0 }];
const COUNT = named('ImageFigure', {
  anyOf: [
    { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, nullable: true },
    ...UNKNOWN,
  ],
});
const ADDRESS = { type: 'string', format: 'uri', pattern: HTTP, maxLength: IMAGE_URL_MAX };
const ANY_ADDRESS = named('ImageAddress', { anyOf: [{ ...ADDRESS, nullable: true }, ...UNKNOWN] });
const FIGURES = { width: COUNT, height: COUNT, filesize: COUNT };

const SIZE = named('ImageSizeInput', {
  type: 'object',
  properties: {
    ...FIGURES,
    url: ANY_ADDRESS,
    'mime-type': { type: 'string', pattern: '^([\\w.+-]{1,50}/[\\w.+-]{1,50})?$', nullable: true },
  },
});

const SIZES = {
  anyOf: [
    {
      type: 'object',
      maxProperties: SIZES_MAX,
      additionalProperties: SIZE,
      nullable: true,
    },
    // PHP encodes an empty object as an empty list.
    { type: 'array', maxItems: 0, items: {} },
    ...UNKNOWN,
  ],
};

const DESCRIBED = named('ImageInput', {
  anyOf: [
    {
      type: 'object',
      required: ['url'],
      properties: { url: ADDRESS, id: COUNT, ...FIGURES, sizes: SIZES },
    },
    {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        url: ANY_ADDRESS,
        ...FIGURES,
        sizes: SIZES,
      },
    },
  ],
});

/** Null, `""` and false clear the image (docs/reference/interface.md#images). */
export function ImageField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      {},
      {
        nullable: true,
        anyOf: [
          ADDRESS,
          { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
          ...UNKNOWN,
          DESCRIBED,
        ],
      },
    ),
    Transform(({ value }: { value: unknown }) => {
      if (value === undefined) return undefined;
      const image = readImage(readJsonText(value));
      return image === undefined ? value : image;
    }),
    HasNo((value) => {
      const faults: Fault[] = [];
      if (!(value instanceof StoredImage)) readImage(readJsonText(value), faults);
      return faults;
    }),
  );
}
