import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  ApiSchema,
  getSchemaPath,
} from '@nestjs/swagger';

const WORDS = { type: 'array', items: { type: 'string' } };

export class RouteArgument {
  @ApiProperty({ description: 'document.fields.root.required' })
  required: boolean;

  @ApiPropertyOptional({
    description: 'document.fields.root.type',
    oneOf: [{ type: 'string' }, WORDS],
  })
  type?: string | string[];

  @ApiPropertyOptional({
    description: 'document.fields.root.default',
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
    example: 15,
  })
  default?: unknown;

  @ApiPropertyOptional({
    description: 'document.fields.root.items',
    type: 'object',
    additionalProperties: true,
    example: { type: 'string' },
  })
  items?: Record<string, unknown>;

  @ApiPropertyOptional({
    description: 'document.fields.root.enum',
    type: 'array',
    items: {},
    example: ['asc', 'desc'],
  })
  enum?: unknown[];

  @ApiProperty({ description: 'document.fields.root.description' })
  description: string;
}

@ApiExtraModels(RouteArgument)
export class RouteEndpoint {
  @ApiProperty({ type: [String], description: 'document.fields.root.methods' })
  methods: string[];

  @ApiProperty({
    description: 'document.fields.root.args',
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(RouteArgument) },
  })
  args: Record<string, RouteArgument>;
}

class RouteLink {
  @ApiProperty({ description: 'document.fields.root.href' })
  href: string;

  @ApiPropertyOptional({ description: 'document.fields.root.templated', example: true })
  templated?: boolean;
}

@ApiSchema({ description: 'document.fields.root.links' })
class RouteLinks {
  @ApiProperty({ type: [RouteLink], description: 'document.fields.root.self' })
  self: RouteLink[];
}

@ApiSchema({ description: 'document.fields.root.root_links' })
class RootLinks {
  @ApiProperty({ type: [RouteLink], description: 'document.fields.root.up' })
  up: RouteLink[];
}

export class RouteDescription {
  @ApiProperty({ description: 'document.fields.root.namespace' })
  namespace: string;

  @ApiProperty({ type: [String], description: 'document.fields.root.methods' })
  methods: string[];

  @ApiProperty({ type: [RouteEndpoint], description: 'document.fields.root.endpoints' })
  endpoints: RouteEndpoint[];

  @ApiProperty()
  _links: RouteLinks;
}

/**
 * All routes, in the format that clients of The Events Calendar use for discovery
 * (docs/reference/interface.md#discovery).
 */
@ApiExtraModels(RouteDescription)
export class RootResponse {
  @ApiProperty({ description: 'document.fields.root.namespace' })
  namespace: string;

  @ApiProperty({
    description: 'document.fields.root.routes',
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(RouteDescription) },
  })
  routes: Record<string, RouteDescription>;

  @ApiProperty()
  _links: RootLinks;
}
