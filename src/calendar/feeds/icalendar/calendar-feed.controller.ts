import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { FailsWith } from '../../../platform/documents/openapi';
import { Context, type RequestContext } from '../../../platform/http/request-context';
import { CALENDAR_FEED } from '../../events';
import { CalendarFeedQuery } from '../feed-query';
import { feedHeaders } from '../feed-documents';
import { type FeedAnswer, FeedInterceptor } from '../feed.interceptor';
import { CALENDAR_CONTENT } from './calendar-documents';
import { Calendars } from './calendars';

/** Serves the event list as a calendar that programs subscribe to. */
@ApiTags('events')
@UseInterceptors(FeedInterceptor)
@Controller(CALENDAR_FEED)
export class CalendarFeedController {
  constructor(private readonly calendars: Calendars) {}

  @Get()
  @ApiOperation({
    operationId: 'getEventsCalendar',
    summary: 'document.summaries.calendar',
    description: 'document.descriptions.calendar',
  })
  @ApiOkResponse({
    description: 'document.answers.calendar',
    headers: feedHeaders('events.ics'),
    content: CALENDAR_CONTENT,
  })
  @FailsWith('rest-forbidden')
  feed(@Query() query: CalendarFeedQuery, @Context() context: RequestContext): Promise<FeedAnswer> {
    return this.calendars.feed(query, context);
  }
}
