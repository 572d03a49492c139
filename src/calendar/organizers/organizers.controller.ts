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
import { CreateOrganizerDto } from './dto/create-organizer.dto';
import { UpdateOrganizerDto } from './dto/update-organizer.dto';
import { OrganizerRecord } from './organizer-record';
import { OrganizersService } from './organizers.service';

const PATHS = ['by-slug/:slug', ':id'];

@RespondsWith(OrganizerRecord)
@ReadBy(OrganizersService)
@Controller('organizers')
export class OrganizersController {
  constructor(private readonly organizers: OrganizersService) {}

  @Get()
  list(
    @Query() query: LinkedListQuery,
    @Context() context: RequestContext,
  ): Promise<RecordPage<OrganizerRecord>> {
    return this.organizers.list(query, context);
  }

  @Create()
  @Permit('create')
  create(
    @Body() dto: CreateOrganizerDto,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.create(dto, context);
  }

  @Get(PATHS)
  read(
    @RecordInPath() recordKey: RecordKey,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.read(recordKey, context);
  }

  @Post(PATHS)
  @Updates()
  @Permit('edit')
  update(
    @RecordInPath() recordKey: RecordKey,
    @Body() dto: UpdateOrganizerDto,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.update(recordKey, dto, context);
  }

  @Trash(PATHS)
  @Permit('edit')
  remove(
    @RecordInPath() recordKey: RecordKey,
    @Query() { force = false }: RemoveQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.remove(recordKey, force, context);
  }

  @Put(PATHS)
  @Updates()
  @Permit('edit')
  put(
    @RecordInPath() recordKey: RecordKey,
    @Body() dto: UpdateOrganizerDto,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.update(recordKey, dto, context);
  }

  @Patch(PATHS)
  @Updates()
  @Permit('edit')
  patch(
    @RecordInPath() recordKey: RecordKey,
    @Body() dto: UpdateOrganizerDto,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.update(recordKey, dto, context);
  }
}
