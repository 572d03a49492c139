import { Body, Controller, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { Permit } from '../../platform/auth';
import { RespondsWith } from '../../platform/openapi';
import type { RecordPage } from '../../platform/http/pagination';
import { Context, type RequestContext } from '../../platform/http/context';
import {
  Create,
  type RecordKey,
  ReadBy,
  RecordInPath,
  Trash,
  Updates,
} from '../../platform/http/routing';
import { LinkedListQuery } from '../linked-records';
import { RemoveQuery } from '../posts';
import { CreateVenueDto } from './dto/create-venue.dto';
import { UpdateVenueDto } from './dto/update-venue.dto';
import { VenueRecord } from './venue-record';
import { VenuesService } from './venues.service';

const PATHS = ['by-slug/:slug', ':id'];

@RespondsWith(VenueRecord)
@ReadBy(VenuesService)
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

  @Get(PATHS)
  read(
    @RecordInPath() recordKey: RecordKey,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.venues.read(recordKey, context);
  }

  @Post(PATHS)
  @Updates()
  @Permit('edit')
  update(
    @RecordInPath() recordKey: RecordKey,
    @Body() dto: UpdateVenueDto,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.venues.update(recordKey, dto, context);
  }

  @Trash(PATHS)
  @Permit('edit')
  remove(
    @RecordInPath() recordKey: RecordKey,
    @Query() { force = false }: RemoveQuery,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.venues.remove(recordKey, force, context);
  }

  @Put(PATHS)
  @Updates()
  @Permit('edit')
  put(
    @RecordInPath() recordKey: RecordKey,
    @Body() dto: UpdateVenueDto,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.update(recordKey, dto, context);
  }

  @Patch(PATHS)
  @Updates()
  @Permit('edit')
  patch(
    @RecordInPath() recordKey: RecordKey,
    @Body() dto: UpdateVenueDto,
    @Context() context: RequestContext,
  ): Promise<VenueRecord> {
    return this.update(recordKey, dto, context);
  }
}
