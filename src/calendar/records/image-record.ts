import {
  ApiExtraModels,
  ApiProperty,
  type ApiPropertyOptions,
  getSchemaPath,
} from '@nestjs/swagger';

/** Sizes that programs in the field read without asking whether they are there. */
export const USUAL_SIZES = ['thumbnail', 'medium', 'large', 'full'];

const COUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

/** One size of an image; what is not known is 0 or `""`. */
export class ImageSize {
  @ApiProperty({ ...COUNT, example: 300 })
  width: number;

  @ApiProperty({ ...COUNT, example: 188 })
  height: number;

  @ApiProperty({ example: 'image/jpeg' })
  'mime-type': string;

  @ApiProperty({ ...COUNT, description: 'document.fields.image.bytes' })
  filesize: number;

  @ApiProperty({ example: 'https://images.example/poster-300x188.jpg' })
  url: string;
}

/** What is answered for an image (docs/interface.md#images); what is not known is 0 or `""`. */
@ApiExtraModels(ImageSize)
export class Image {
  @ApiProperty({ example: 'https://images.example/poster.jpg' })
  url: string;

  @ApiProperty({ ...COUNT })
  id: number;

  @ApiProperty({ description: 'document.fields.image.extension', example: 'jpg' })
  extension: string;

  @ApiProperty({ ...COUNT, description: 'document.fields.image.pixels' })
  width: number;

  @ApiProperty({ ...COUNT, description: 'document.fields.image.pixels' })
  height: number;

  @ApiProperty({ ...COUNT, description: 'document.fields.image.bytes' })
  filesize: number;

  @ApiProperty({
    type: 'object',
    description: 'document.fields.image.sizes',
    required: USUAL_SIZES,
    properties: Object.fromEntries(
      USUAL_SIZES.map((name) => [name, { $ref: getSchemaPath(ImageSize) }]),
    ),
    additionalProperties: { $ref: getSchemaPath(ImageSize) },
  } as ApiPropertyOptions)
  sizes: Record<string, ImageSize>;
}
