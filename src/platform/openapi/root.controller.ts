import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { I18nLang } from 'nestjs-i18n';
import { Settings } from '../config';
import { Problem } from '../errors';
import { Context, type CacheControl, type RequestContext } from '../http/context';
import { DocumentResponse } from './document/document-response';
import { DocumentsService } from './document/documents.service';
import { FailsWith } from './operations/responses';
import { DOCUMENTS } from './operations/descriptions';
import { presentRoot } from './present-root';
import { RootResponse } from './root-response';
import { RootQuery } from './root-query';

/** The routes about the interface itself (docs/reference/interface.md#discovery). */
@ApiTags(DOCUMENTS)
@Controller()
export class RootController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getRoot',
    summary: 'document.summaries.root',
    description: 'document.descriptions.root',
  })
  @ApiOkResponse({ type: RootResponse, description: 'document.responses.root' })
  @FailsWith('rest-namespace-not-found')
  async root(
    @Query() { namespace = this.settings.apiNamespace }: RootQuery,
    @I18nLang() language: string,
    @Context() { links, cacheControl }: RequestContext,
  ): Promise<RootResponse> {
    this.followTexts(cacheControl);
    if (namespace !== this.settings.apiNamespace) throw new Problem('rest-namespace-not-found');
    return presentRoot(await this.documents.in(language), namespace, links.root);
  }

  @Get('doc')
  @ApiOperation({
    operationId: 'getDocument',
    summary: 'document.summaries.document',
    description: 'document.descriptions.document',
  })
  @ApiOkResponse({
    type: DocumentResponse,
    description: 'document.responses.document',
  })
  async document(
    @I18nLang() language: string,
    @Context() { links, query, cacheControl }: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    this.followTexts(cacheControl);
    const { text, etag } = await this.documents.read(language, links.root);
    if (query._fields !== undefined) return JSON.parse(text);
    response.set('ETag', etag).type('json');
    return text;
  }

  /** Reloaded texts change the response without a write. */
  private followTexts(cacheControl: CacheControl): void {
    if (this.settings.followsTexts) cacheControl.endNow();
  }
}
