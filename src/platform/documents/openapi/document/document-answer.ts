import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_ROOT, SERVICE } from '../../../foundation/config';
import {
  type InlineSchema,
  isReference,
  type Schema,
  type Schemas,
} from '../schemas/specification';

const OBJECT = { type: 'object', additionalProperties: true } as const;

/** An OpenAPI document, described in the document itself. */
export class DocumentAnswer {
  @ApiProperty({ description: 'document.fields.document.openapi', example: '3.0.3' })
  openapi: string;

  @ApiProperty({ ...OBJECT, description: 'document.fields.document.info' })
  info: object;

  @ApiProperty({
    type: 'array',
    items: OBJECT,
    description: 'document.fields.document.servers',
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

/** Adds the examples that name the service, which is unknown while the class is loaded. */
export function addServiceExamples(schemas: Schemas): void {
  const schema = schemas[DocumentAnswer.name] as Schema | undefined;
  if (!schema || isReference(schema)) return;
  const { info, servers } = schema.properties as Record<string, InlineSchema>;
  const { title, version } = SERVICE;
  info.example = { title, version };
  servers.example = [{ url: EXAMPLE_ROOT }];
}
