import { Body, Controller, Get, HttpStatus, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { Permit } from '../../platform/auth';
import { RespondsWith } from '../../platform/openapi';
import type { RecordPage } from '../../platform/http/pagination';
import { Context, type RequestContext } from '../../platform/http/context';
import {
  Create,
  CreateOrUpdate,
  type RecordKey,
  ReadBy,
  RecordInPath,
  Trash,
  Updates,
} from '../../platform/http/routing';
import { CreateEventDto } from './dto/create-event.dto';
import { EventItemQuery, EventRemoveQuery } from './dto/event-item-query';
import { EventListQuery } from './dto/event-list-query';
import { UpdateEventDto } from './dto/update-event.dto';
import { LinksAlternates } from './calendar-links';
import { EventRecord } from './event-record';
import { EventsService } from './events.service';

const PATHS = ['by-slug/:slug', 'by-uid/:uid', ':id'];

@RespondsWith(EventRecord)
@ReadBy(EventsService)
@Controller('events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  list(
    @Query() query: EventListQuery,
    @Context() context: RequestContext,
  ): Promise<RecordPage<EventRecord>> {
    return this.events.list(query, context);
  }

  @Create()
  @ApiOperation({ description: 'document.descriptions.create_event' })
  @Permit('create')
  create(@Body() dto: CreateEventDto, @Context() context: RequestContext): Promise<EventRecord> {
    return this.events.create(dto, context);
  }

  @Get(PATHS)
  @LinksAlternates('events')
  read(
    @RecordInPath() recordKey: RecordKey,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.read(recordKey, password, context);
  }

  @CreateOrUpdate('by-uid/:uid')
  @Permit('edit')
  async putByUid(
    @RecordInPath() { uid }: { uid: string },
    @Query() { password }: EventItemQuery,
    @Body() dto: UpdateEventDto,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EventRecord> {
    const { event, isCreated } = await this.events.put(uid, dto, password, context);
    if (isCreated) response.status(HttpStatus.CREATED);
    return event;
  }

  @Post(PATHS)
  @Updates()
  @Permit('edit')
  update(
    @RecordInPath() recordKey: RecordKey,
    @Query() query: EventItemQuery,
    @Body() dto: UpdateEventDto,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.update(recordKey, dto, query.password, context);
  }

  @Trash(PATHS)
  @Permit('edit')
  remove(
    @RecordInPath() recordKey: RecordKey,
    @Query() query: EventRemoveQuery,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.remove(recordKey, query, context);
  }

  @Put(['by-slug/:slug', ':id'])
  @Updates()
  @Permit('edit')
  put(
    @RecordInPath() recordKey: RecordKey,
    @Query() query: EventItemQuery,
    @Body() dto: UpdateEventDto,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.update(recordKey, query, dto, context);
  }

  @Patch(PATHS)
  @Updates()
  @Permit('edit')
  patch(
    @RecordInPath() recordKey: RecordKey,
    @Query() query: EventItemQuery,
    @Body() dto: UpdateEventDto,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.update(recordKey, query, dto, context);
  }
}
