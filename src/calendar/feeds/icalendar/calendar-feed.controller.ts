import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Context, type RequestContext } from '../../../platform/http/context';
import { CALENDAR_FEED } from '../../events';
import { CalendarFeedQuery } from '../feed-query';
import { CALENDAR_CONTENT, FeedRoute } from '../feed-routes';
import type { FeedResponse } from '../feed.interceptor';
import { CalendarsService } from './calendars.service';

@ApiTags('events')
@Controller(CALENDAR_FEED)
export class CalendarFeedController {
  constructor(private readonly calendars: CalendarsService) {}

  @Get()
  @FeedRoute('getEventsCalendar', 'calendar', CALENDAR_FEED, CALENDAR_CONTENT)
  feed(
    @Query() query: CalendarFeedQuery,
    @Context() context: RequestContext,
  ): Promise<FeedResponse> {
    return this.calendars.feed(query, context);
  }
}
