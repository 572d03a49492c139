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
import { FeedQuery } from '../feed-query';
import { JSON_FEED } from '../feed-address';
import type { FeedAnswer } from '../feed-answer';
import { feedHeaders } from '../feed-documents';
import { FeedInterceptor } from '../feed.interceptor';
import { JsonFeed } from './json-feed-record';
import { News } from './news';

/** Serves the newest events as JSON Feed. */
@ApiTags('events')
@ApiExtraModels(JsonFeed)
@UseInterceptors(FeedInterceptor)
@Controller(JSON_FEED)
export class JsonFeedController {
  constructor(private readonly news: News) {}

  @Get()
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
  feed(@Query() query: FeedQuery, @Context() context: RequestContext): Promise<FeedAnswer> {
    return this.news.json(query, context);
  }
}
