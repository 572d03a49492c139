import { Controller, Get, Headers, HttpStatus, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Context, type RequestContext } from '../addresses';
import { Settings } from '../config';
import { Problem } from '../errors';
import { Language } from '../localisation';
import { FailsWith } from './answers';
import { Documents } from './documents';
import { isKnown } from './entity-tag';
import { presentRoot } from './present-root';
import { RootAnswer } from './root-answer';
import { RootQuery } from './root-query';

/** What the interface says of itself (contract §11). */
@ApiTags('documents')
@Controller()
export class RootController {
  constructor(
    private readonly documents: Documents,
    private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'getRoot', summary: 'List the routes' })
  @ApiOkResponse({ type: RootAnswer, description: 'The routes, and what they take.' })
  @FailsWith('rest-namespace-not-found')
  root(
    @Query() { namespace = this.settings.namespace }: RootQuery,
    @Language() language: string,
    @Context() { links }: RequestContext,
  ): RootAnswer {
    if (namespace !== this.settings.namespace) throw new Problem('rest-namespace-not-found');
    return presentRoot(this.documents.in(language), namespace, links.root);
  }

  @Get('doc')
  @ApiOperation({ operationId: 'getDocument', summary: 'Read this document' })
  @ApiOkResponse({
    schema: {
      type: 'object',
      required: ['openapi', 'info', 'servers', 'paths', 'components'],
      properties: {
        openapi: { type: 'string' },
        info: { type: 'object' },
        servers: { type: 'array', items: { type: 'object' } },
        paths: { type: 'object' },
        components: { type: 'object' },
      },
    },
    description: 'The OpenAPI document in the language of the address.',
    headers: { ETag: { description: 'Of this text.', schema: { type: 'string' } } },
  })
  @ApiResponse({ status: 304, description: 'The document is the one of `If-None-Match`.' })
  document(
    @Language() language: string,
    @Context() { links, query }: RequestContext,
    @Headers('If-None-Match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): unknown {
    const { text, etag } = this.documents.read(language, links.root);
    if (query._fields !== undefined) return JSON.parse(text);
    response.set({ ETag: etag, 'Cache-Control': 'no-cache' }).type('json');
    if (!isKnown(etag, ifNoneMatch)) return text;
    response.status(HttpStatus.NOT_MODIFIED);
  }
}
