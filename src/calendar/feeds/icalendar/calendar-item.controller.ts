import { applyDecorators, Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { FailsWith } from '../../../platform/documents/openapi';
import { Context, type RequestContext } from '../../../platform/http/request-context';
import { RecordIdPipe, SlugPipe } from '../../../platform/http/routing';
import { EventItemQuery } from '../../events/dto/event-item-query';
import type { FeedAnswer } from '../feed-answer';
import { itemHeaders } from '../feed-documents';
import { FeedInterceptor } from '../feed.interceptor';
import { CALENDAR_CONTENT } from './calendar-documents';
import { Calendars } from './calendars';

/** Declares the route of an event's iCalendar file, which mirrors that of the event. */
const ItemFile = (operationId: string, summary: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ operationId, summary, description: 'document.descriptions.calendar_item' }),
    ApiOkResponse({
      description: 'document.answers.calendar_item',
      headers: itemHeaders('jazz-in-the-park.ics'),
      content: CALENDAR_CONTENT,
    }),
    FailsWith('rest-no-route'),
    FailsWith('event-not-found'),
    FailsWith('event-trashed'),
    FailsWith('event-not-accessible'),
    FailsWith('event-password-protected'),
  );

/** Serves one event as a file that programs import. */
@ApiTags('events')
@UseInterceptors(FeedInterceptor)
@Controller('events')
export class CalendarItemController {
  constructor(private readonly calendars: Calendars) {}

  @Get('by-slug/:slug.ics')
  @ItemFile('getEventCalendarBySlug', 'document.summaries.calendar_item_by')
  @ApiParam({
    name: 'slug',
    description: 'events.path_slug',
    schema: { type: 'string', minLength: 1, pattern: '^[^/]+$' },
  })
  itemBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<FeedAnswer> {
    return this.calendars.item({ slug }, password, context);
  }

  @Get(':id.ics')
  @ItemFile('getEventCalendar', 'document.summaries.calendar_item')
  @ApiParam({
    name: 'id',
    description: 'events.path_id',
    schema: { type: 'integer', minimum: 1 },
  })
  item(
    @Param('id', RecordIdPipe) id: number,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<FeedAnswer> {
    return this.calendars.item({ id }, password, context);
  }
}
