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
import { SeriesCalendars } from './series-calendars';

/** Declares the route of a series' iCalendar file, which mirrors that of the series. */
const ItemFile = (operationId: string, summary: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ operationId, summary, description: 'document.descriptions.calendar_series' }),
    ApiOkResponse({
      description: 'document.answers.calendar_series',
      headers: itemHeaders('jazz-night.ics'),
      content: CALENDAR_CONTENT,
    }),
    FailsWith('rest-no-route'),
    FailsWith('series-not-found'),
    FailsWith('series-trashed'),
    FailsWith('series-not-accessible'),
    FailsWith('series-password-protected'),
  );

/** Serves one series as a file that programs import. */
@ApiTags('series')
@UseInterceptors(FeedInterceptor)
@Controller('series')
export class SeriesCalendarController {
  constructor(private readonly calendars: SeriesCalendars) {}

  @Get('by-slug/:slug.ics')
  @ItemFile('getSeriesCalendarBySlug', 'document.summaries.calendar_series_by')
  @ApiParam({
    name: 'slug',
    description: 'series.path_slug',
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
  @ItemFile('getSeriesCalendar', 'document.summaries.calendar_series')
  @ApiParam({
    name: 'id',
    description: 'series.path_id',
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
