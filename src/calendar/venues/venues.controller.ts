import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import { Permit } from '../../platform/access';
import { Answers } from '../../platform/documents/openapi';
import type { RecordPage } from '../../platform/http/listing';
import { Context, type RequestContext } from '../../platform/http/request-context';
import {
  ChecksFurther,
  Create,
  RecordIdPipe,
  SlugPipe,
  Trash,
  Update,
} from '../../platform/http/routing';
import { LinkedListQuery } from '../linked-records';
import { RemoveQuery } from '../posts';
import { CreateVenueDto } from './dto/create-venue.dto';
import { UpdateVenueDto } from './dto/update-venue.dto';
import { VenueRecord } from './venue-record';
import { VenuesService } from './venues.service';

@Answers(VenueRecord)
@ChecksFurther(VenuesService)
@Controller('venues')
export class VenuesController {
  constructor(private readonly venues: VenuesService) {}

  @Get()
  list(
    @Query() query: LinkedListQuery,
    @Context() context: RequestContext,
  ): Promise<RecordPage<VenueRecord>> {
    return this.venues.list(query, context);
  }

  @Create()
  @Permit('create')
  create(@Body() dto: CreateVenueDto, @Context() context: RequestContext): Promise<VenueRecord> {
    return this.venues.create(dto, context);
  }

  @Get('by-slug/:slug')
  readBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.venues.read({ slug }, context);
  }

  @Update('by-slug/:slug')
  @Permit('edit')
  updateBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Body() dto: UpdateVenueDto,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.venues.update({ slug }, dto, context);
  }

  @Trash('by-slug/:slug')
  @Permit('edit')
  removeBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() { force = false }: RemoveQuery,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.venues.remove({ slug }, force, context);
  }

  @Get(':id')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.venues.read({ id }, context);
  }

  @Update(':id')
  @Permit('edit')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateVenueDto,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.venues.update({ id }, dto, context);
  }

  @Trash(':id')
  @Permit('edit')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Query() { force = false }: RemoveQuery,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.venues.remove({ id }, force, context);
  }
}
