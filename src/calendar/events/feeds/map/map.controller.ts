import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { FailsWith } from '../../../../platform/openapi';
import { Context, type RequestContext } from '../../../../platform/request-context';
import { FeedQuery } from '../../dto/feed-query';
import { MAP_FEED } from '../feed-address';
import type { FeedAnswer } from '../feed-answer';
import { feedHeaders } from '../feed-documents';
import { FeedInterceptor } from '../feed.interceptor';
import { MAP_CONTENT } from './map-documents';
import { Maps } from './maps';

/** The event list for maps. */
@ApiTags('events')
@UseInterceptors(FeedInterceptor)
@Controller(MAP_FEED)
export class MapController {
  constructor(private readonly maps: Maps) {}

  @Get()
  @ApiOperation({
    operationId: 'getEventsMap',
    summary: 'document.summaries.map',
    description: 'document.descriptions.map',
  })
  @ApiOkResponse({
    description: 'document.answers.map',
    headers: feedHeaders(MAP_FEED),
    content: MAP_CONTENT,
  })
  @FailsWith('rest-forbidden')
  features(@Query() query: FeedQuery, @Context() context: RequestContext): Promise<FeedAnswer> {
    return this.maps.features(query, context);
  }
}
