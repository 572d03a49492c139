import { Controller, Get, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { Context, type RequestContext } from '../../../platform/http/context';
import { FeedQuery } from '../feed-query';
import { FeedRoute } from '../feed-routes';
import type { FeedResponse } from '../feed.interceptor';
import { EventMap } from './feature';
import { MAP_FEED, MapsService } from './maps.service';

@ApiTags('events')
@ApiExtraModels(EventMap)
@Controller(MAP_FEED)
export class MapController {
  constructor(private readonly maps: MapsService) {}

  @Get()
  @FeedRoute('getEventsMap', 'map', MAP_FEED, {
    'application/geo+json': { schema: { $ref: getSchemaPath(EventMap) } },
  })
  features(@Query() query: FeedQuery, @Context() context: RequestContext): Promise<FeedResponse> {
    return this.maps.features(query, context);
  }
}
