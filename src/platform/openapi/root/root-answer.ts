import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';

const WORDS = { type: 'array', items: { type: 'string' } };

export class RouteArgument {
  @ApiProperty()
  required: boolean;

  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, WORDS] })
  type?: string | string[];

  @ApiPropertyOptional({
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
  })
  default?: unknown;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  items?: Record<string, unknown>;

  @ApiPropertyOptional({ type: 'array', items: {} })
  enum?: unknown[];

  @ApiProperty()
  description: string;
}

@ApiExtraModels(RouteArgument)
export class RouteEndpoint {
  @ApiProperty({ type: [String] })
  methods: string[];

  @ApiProperty({ type: 'object', additionalProperties: { $ref: getSchemaPath(RouteArgument) } })
  args: Record<string, RouteArgument>;
}

export class RouteLink {
  @ApiProperty()
  href: string;

  @ApiPropertyOptional({ description: 'document.fields.root.templated' })
  templated?: boolean;
}

export class RouteLinks {
  @ApiProperty({ type: [RouteLink] })
  self: RouteLink[];
}

export class RootLinks {
  @ApiProperty({ type: [RouteLink] })
  up: RouteLink[];
}

export class RouteDescription {
  @ApiProperty()
  namespace: string;

  @ApiProperty({ type: [String] })
  methods: string[];

  @ApiProperty({ type: [RouteEndpoint] })
  endpoints: RouteEndpoint[];

  @ApiProperty()
  _links: RouteLinks;
}

/**
 * What the root answers: every route, as programs of the vendor discover it
 * (docs/interface.md#the-interface-about-itself).
 */
@ApiExtraModels(RouteDescription)
export class RootAnswer {
  @ApiProperty()
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
