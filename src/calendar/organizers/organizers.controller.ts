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
import { CreateOrganizerDto } from './dto/create-organizer.dto';
import { UpdateOrganizerDto } from './dto/update-organizer.dto';
import { OrganizerRecord } from './organizer-record';
import { OrganizersService } from './organizers.service';

@Answers(OrganizerRecord)
@ChecksFurther(OrganizersService)
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

  @Get('by-slug/:slug')
  readBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.read({ slug }, context);
  }

  @Update('by-slug/:slug')
  @Permit('edit')
  updateBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Body() dto: UpdateOrganizerDto,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.update({ slug }, dto, context);
  }

  @Trash('by-slug/:slug')
  @Permit('edit')
  removeBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() { force = false }: RemoveQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.remove({ slug }, force, context);
  }

  @Get(':id')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.read({ id }, context);
  }

  @Update(':id')
  @Permit('edit')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateOrganizerDto,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.update({ id }, dto, context);
  }

  @Trash(':id')
  @Permit('edit')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Query() { force = false }: RemoveQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerRecord> {
    return this.organizers.remove({ id }, force, context);
  }
}
