import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Context, type RequestContext } from '../../../platform/http/context';
import { RecordIdPipe, SlugPipe } from '../../../platform/http/routing';
import { EventItemQuery } from '../../events/dto/event-item-query';
import { CalendarFile } from '../feed-routes';
import type { FeedResponse } from '../feed.interceptor';
import { CalendarsService } from './calendars.service';

@ApiTags('events')
@Controller('events')
export class CalendarItemController {
  constructor(private readonly calendars: CalendarsService) {}

  @Get('by-slug/:slug.ics')
  @CalendarFile('event', 'slug')
  itemBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<FeedResponse> {
    return this.calendars.item({ slug }, password, context);
  }

  @Get(':id.ics')
  @CalendarFile('event', 'id')
  item(
    @Param('id', RecordIdPipe) id: number,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<FeedResponse> {
    return this.calendars.item({ id }, password, context);
  }
}
