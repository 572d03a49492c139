import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_ROOT, SERVICE } from '../../config';

const OBJECT = { type: 'object', additionalProperties: true } as const;

/** An OpenAPI document, described in the document itself. */
export class DocumentResponse {
  @ApiProperty({ description: 'document.fields.document.openapi', example: '3.0.3' })
  openapi: string;

  @ApiProperty({
    ...OBJECT,
    description: 'document.fields.document.info',
    example: { title: SERVICE.title, version: SERVICE.version },
  })
  info: object;

  @ApiProperty({
    type: 'array',
    items: OBJECT,
    description: 'document.fields.document.servers',
    example: [{ url: EXAMPLE_ROOT }],
  })
  servers: object[];

  @ApiProperty({
    type: 'array',
    items: OBJECT,
    description: 'document.fields.document.tags',
    example: [{ name: 'tags', description: 'List, create, read, update and delete tags.' }],
  })
  tags: object[];

  @ApiProperty({
    ...OBJECT,
    description: 'document.fields.document.paths',
    example: { '/tags': { get: { operationId: 'listTags' } } },
  })
  paths: object;

  @ApiProperty({
    ...OBJECT,
    description: 'document.fields.document.components',
    example: { schemas: { ProblemCode: { type: 'string' } } },
  })
  components: object;
}
