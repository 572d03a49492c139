import {
  ApiExtraModels,
  ApiProperty,
  type ApiPropertyOptions,
  ApiSchema,
  getSchemaPath,
} from '@nestjs/swagger';
import { FALSE } from '../../platform/validation';

/** The sizes that existing clients expect in every image. */
export const USUAL_SIZES = ['thumbnail', 'medium', 'large', 'full'];

const COUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

/** Unknown values are 0 or `""`. */
@ApiSchema({ description: 'records.record.image_size' })
export class ImageSize {
  @ApiProperty({ ...COUNT, description: 'records.record.image_width', example: 300 })
  width: number;

  @ApiProperty({ ...COUNT, description: 'records.record.image_height', example: 188 })
  height: number;

  @ApiProperty({ description: 'records.record.image_type', example: 'image/jpeg' })
  'mime-type': string;

  @ApiProperty({ ...COUNT, description: 'records.record.image_filesize', example: 15_360 })
  filesize: number;

  @ApiProperty({
    description: 'records.record.image_url',
    example: 'https://images.example/poster-300x188.jpg',
  })
  url: string;
}

/** Unknown values are 0 or `""` (docs/reference/interface.md#images). */
@ApiExtraModels(ImageSize)
@ApiSchema({ description: 'records.record.image_whole' })
export class Image {
  @ApiProperty({
    description: 'records.record.image_url',
    example: 'https://images.example/poster.jpg',
  })
  url: string;

  @ApiProperty({ ...COUNT, description: 'records.record.image_id', example: 12 })
  id: number;

  @ApiProperty({ description: 'records.record.image_extension', example: 'jpg' })
  extension: string;

  @ApiProperty({ ...COUNT, description: 'records.record.image_width', example: 1200 })
  width: number;

  @ApiProperty({ ...COUNT, description: 'records.record.image_height', example: 752 })
  height: number;

  @ApiProperty({ ...COUNT, description: 'records.record.image_filesize', example: 184_320 })
  filesize: number;

  @ApiProperty({
    type: 'object',
    description: 'records.record.image_sizes',
    selfRequired: true,
    required: USUAL_SIZES,
    properties: Object.fromEntries(
      USUAL_SIZES.map((name) => [name, { $ref: getSchemaPath(ImageSize) }]),
    ),
    additionalProperties: { $ref: getSchemaPath(ImageSize) },
  } as ApiPropertyOptions)
  sizes: Record<string, ImageSize>;
}

export const IMAGE_OR_FALSE: ApiPropertyOptions = {
  description: 'records.record.image',
  oneOf: [{ $ref: getSchemaPath(Image) }, FALSE],
};
