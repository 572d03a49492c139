import { Controller, Get, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { Context, type RequestContext } from '../../../platform/http/context';
import { FeedRoute } from '../feed-routes';
import { FeedQuery } from '../feed-query';
import type { FeedResponse } from '../feed.interceptor';
import { ATOM_TYPE } from './atom';
import { JsonFeed } from './json-feed-record';
import { ATOM_FEED, JSON_FEED, NewsService } from './news.service';

@ApiTags('events')
@ApiExtraModels(JsonFeed)
@Controller()
export class NewsController {
  constructor(private readonly news: NewsService) {}

  @Get(ATOM_FEED)
  @FeedRoute('getEventsAtom', 'atom', ATOM_FEED, {
    [ATOM_TYPE]: { schema: { type: 'string', pattern: '^<\\?xml' } },
  })
  atom(@Query() query: FeedQuery, @Context() context: RequestContext): Promise<FeedResponse> {
    return this.news.atom(query, context);
  }

  @Get(JSON_FEED)
  @FeedRoute('getEventsJsonFeed', 'json_feed', JSON_FEED, {
    'application/feed+json': { schema: { $ref: getSchemaPath(JsonFeed) } },
  })
  json(@Query() query: FeedQuery, @Context() context: RequestContext): Promise<FeedResponse> {
    return this.news.json(query, context);
  }
}
