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
import { feedHeaders } from '../feed-documents';
import { type FeedAnswer, FeedInterceptor } from '../feed.interceptor';
import { EventMap } from './feature';
import { MAP_FEED, Maps } from './maps';

/** Serves the event list for maps. */
@ApiTags('events')
@ApiExtraModels(EventMap)
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
    content: { 'application/geo+json': { schema: { $ref: getSchemaPath(EventMap) } } },
  })
  @FailsWith('rest-forbidden')
  features(@Query() query: FeedQuery, @Context() context: RequestContext): Promise<FeedAnswer> {
    return this.maps.features(query, context);
  }
}
