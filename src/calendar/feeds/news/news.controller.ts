import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { FailsWith } from '../../../platform/documents/openapi';
import { Context, type RequestContext } from '../../../platform/http/request-context';
import { feedHeaders } from '../feed-documents';
import { FeedQuery } from '../feed-query';
import { type FeedAnswer, FeedInterceptor } from '../feed.interceptor';
import { ATOM_TYPE } from './atom';
import { JsonFeed } from './json-feed-record';
import { ATOM_FEED, JSON_FEED, News } from './news';

/** Serves the newest events as Atom and as JSON Feed. */
@ApiTags('events')
@ApiExtraModels(JsonFeed)
@UseInterceptors(FeedInterceptor)
@Controller()
export class NewsController {
  constructor(private readonly news: News) {}

  @Get(ATOM_FEED)
  @ApiOperation({
    operationId: 'getEventsAtom',
    summary: 'document.summaries.atom',
    description: 'document.descriptions.atom',
  })
  @ApiOkResponse({
    description: 'document.answers.atom',
    headers: feedHeaders(ATOM_FEED),
    content: { [ATOM_TYPE]: { schema: { type: 'string', pattern: '^<\\?xml' } } },
  })
  @FailsWith('rest-forbidden')
  atom(@Query() query: FeedQuery, @Context() context: RequestContext): Promise<FeedAnswer> {
    return this.news.atom(query, context);
  }

  @Get(JSON_FEED)
  @ApiOperation({
    operationId: 'getEventsJsonFeed',
    summary: 'document.summaries.json_feed',
    description: 'document.descriptions.json_feed',
  })
  @ApiOkResponse({
    description: 'document.answers.json_feed',
    headers: feedHeaders(JSON_FEED),
    content: { 'application/feed+json': { schema: { $ref: getSchemaPath(JsonFeed) } } },
  })
  @FailsWith('rest-forbidden')
  json(@Query() query: FeedQuery, @Context() context: RequestContext): Promise<FeedAnswer> {
    return this.news.json(query, context);
  }
}
