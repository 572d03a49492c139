import {
  ApiExtraModels,
  ApiProperty,
  type ApiPropertyOptions,
  getSchemaPath,
} from '@nestjs/swagger';

/** Sizes that programs in the field read without asking whether they are there. */
export const USUAL_SIZES = ['thumbnail', 'medium', 'large', 'full'];

/** One size of an image; what is not known is 0 or `""`. */
export class ImageSize {
  @ApiProperty({ type: 'integer', minimum: 0, example: 300 })
  width: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 188 })
  height: number;

  @ApiProperty({ example: 'image/jpeg' })
  'mime-type': string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Bytes.' })
  filesize: number;

  @ApiProperty({ example: 'https://images.example/poster-300x188.jpg' })
  url: string;
}

/** What is answered for an image (contract §4); what is not known is 0 or `""`. */
@ApiExtraModels(ImageSize)
export class Image {
  @ApiProperty({ example: 'https://images.example/poster.jpg' })
  url: string;

  @ApiProperty({ type: 'integer', minimum: 0 })
  id: number;

  @ApiProperty({ description: 'Lower case, from the path of the address.', example: 'jpg' })
  extension: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Pixels.' })
  width: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Pixels.' })
  height: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Bytes.' })
  filesize: number;

  @ApiProperty({
    type: 'object',
    description: 'By name, at least these four. Each is the image itself where no other is known.',
    required: USUAL_SIZES,
    properties: Object.fromEntries(
      USUAL_SIZES.map((name) => [name, { $ref: getSchemaPath(ImageSize) }]),
    ),
    additionalProperties: { $ref: getSchemaPath(ImageSize) },
  } as ApiPropertyOptions)
  sizes: Record<string, ImageSize>;
}
