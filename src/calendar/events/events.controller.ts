import { Body, Controller, Get, HttpStatus, Param, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { Permit } from '../../platform/access';
import { Answers } from '../../platform/documents/openapi';
import type { RecordPage } from '../../platform/http/listing';
import { Context, type RequestContext } from '../../platform/http/request-context';
import {
  ChecksFurther,
  Create,
  CreateOrUpdate,
  RecordIdPipe,
  SlugPipe,
  Trash,
  UidPipe,
  Update,
} from '../../platform/http/routing';
import { CreateEventDto } from './dto/create-event.dto';
import { EventItemQuery, EventRemoveQuery } from './dto/event-item-query';
import { EventListQuery } from './dto/event-list-query';
import { UpdateEventDto } from './dto/update-event.dto';
import { LinksAlternates } from './event-alternates';
import { EventRecord } from './event-record';
import { EventsService } from './events.service';

@Answers(EventRecord)
@ChecksFurther(EventsService)
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

  @Get('by-slug/:slug')
  @LinksAlternates('events')
  readBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.read({ slug }, password, context);
  }

  @Update('by-slug/:slug')
  @Permit('edit')
  updateBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() { password }: EventItemQuery,
    @Body() dto: UpdateEventDto,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.update({ slug }, dto, password, context);
  }

  @Trash('by-slug/:slug')
  @Permit('edit')
  removeBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() query: EventRemoveQuery,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.remove({ slug }, query, context);
  }

  @Get('by-uid/:uid')
  @LinksAlternates('events')
  readByUid(
    @Param('uid', UidPipe) uid: string,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.read({ uid }, password, context);
  }

  @CreateOrUpdate('by-uid/:uid')
  @Permit('edit')
  async putByUid(
    @Param('uid', UidPipe) uid: string,
    @Query() { password }: EventItemQuery,
    @Body() dto: UpdateEventDto,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EventRecord> {
    const { event, isCreated } = await this.events.put(uid, dto, password, context);
    if (isCreated) response.status(HttpStatus.CREATED);
    return event;
  }

  @Update('by-uid/:uid', ['patch'])
  @Permit('edit')
  updateByUid(
    @Param('uid', UidPipe) uid: string,
    @Query() { password }: EventItemQuery,
    @Body() dto: UpdateEventDto,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.update({ uid }, dto, password, context);
  }

  @Trash('by-uid/:uid')
  @Permit('edit')
  removeByUid(
    @Param('uid', UidPipe) uid: string,
    @Query() query: EventRemoveQuery,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.remove({ uid }, query, context);
  }

  @Get(':id')
  @LinksAlternates('events')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.read({ id }, password, context);
  }

  @Update(':id')
  @Permit('edit')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Query() { password }: EventItemQuery,
    @Body() dto: UpdateEventDto,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.update({ id }, dto, password, context);
  }

  @Trash(':id')
  @Permit('edit')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: EventRemoveQuery,
    @Context() context: RequestContext,
  ): Promise<EventRecord> {
    return this.events.remove({ id }, query, context);
  }
}
