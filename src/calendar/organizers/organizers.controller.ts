import { Body, Controller, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { Permit } from '../../platform/auth';
import { Answers } from '../../platform/openapi';
import type { RecordPage } from '../../platform/http/pagination';
import { Context, type RequestContext } from '../../platform/http/context';
import {
  Create,
  type Locator,
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

@Answers(OrganizerRecord)
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
    @RecordInPath() locator: Locator,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.read(locator, context);
  }

  @Post(PATHS)
  @Updates()
  @Permit('edit')
  update(
    @RecordInPath() locator: Locator,
    @Body() dto: UpdateOrganizerDto,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.update(locator, dto, context);
  }

  @Trash(PATHS)
  @Permit('edit')
  remove(
    @RecordInPath() locator: Locator,
    @Query() { force = false }: RemoveQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.remove(locator, force, context);
  }

  @Put(PATHS)
  @Updates()
  @Permit('edit')
  put(
    @RecordInPath() locator: Locator,
    @Body() dto: UpdateOrganizerDto,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.update(locator, dto, context);
  }

  @Patch(PATHS)
  @Updates()
  @Permit('edit')
  patch(
    @RecordInPath() locator: Locator,
    @Body() dto: UpdateOrganizerDto,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.update(locator, dto, context);
  }
}
