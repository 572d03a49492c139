import { ApiProperty } from '@nestjs/swagger';

const OBJECT = { type: 'object', additionalProperties: true } as const;

/** An OpenAPI document, as far as it describes itself. */
export class DocumentAnswer {
  @ApiProperty({ description: 'document.fields.root.openapi' })
  openapi: string;

  @ApiProperty(OBJECT)
  info: object;

  @ApiProperty({ type: 'array', items: OBJECT })
  servers: object[];

  @ApiProperty({ type: 'array', items: OBJECT })
  tags: object[];

  @ApiProperty(OBJECT)
  paths: object;

  @ApiProperty(OBJECT)
  components: object;
}
