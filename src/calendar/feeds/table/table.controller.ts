import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Context, type RequestContext } from '../../../platform/http/context';
import { TableQuery } from '../feed-query';
import { FeedRoute } from '../feed-routes';
import type { FeedResponse } from '../feed.interceptor';
import { TABLE_FEED, TablesService } from './tables.service';

@ApiTags('events')
@Controller(TABLE_FEED)
export class TableController {
  constructor(private readonly tables: TablesService) {}

  @Get()
  @FeedRoute('getEventsTable', 'table', TABLE_FEED, {
    'text/csv': { schema: { type: 'string' } },
  })
  events(@Query() query: TableQuery, @Context() context: RequestContext): Promise<FeedResponse> {
    return this.tables.events(query, context);
  }
}
