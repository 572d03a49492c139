import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  RespondsWith,
  Context,
  Create,
  FailsWith,
  Permit,
  RecordIdPipe,
  type RecordPage,
  type RequestContext,
  Updates,
} from 'event-calendar-service/platform';
import { CreatePerformerDto, PerformerListQuery, UpdatePerformerDto } from './performer-dto';
import { PerformerRecord } from './performer-record';
import { PERFORMER_RIGHTS } from './performer-rights';
import { PerformersService } from './performers.service';

@RespondsWith(PerformerRecord)
@Controller('performers')
export class PerformersController {
  constructor(private readonly performers: PerformersService) {}

  @Get()
  list(
    @Query() query: PerformerListQuery,
    @Context() context: RequestContext,
  ): Promise<RecordPage<PerformerRecord>> {
    return this.performers.list(query, context);
  }

  @Create()
  @Permit(PERFORMER_RIGHTS.create)
  create(
    @Body() dto: CreatePerformerDto,
    @Context() context: RequestContext,
  ): Promise<PerformerRecord> {
    return this.performers.create(dto, context);
  }

  @Get(':id')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<PerformerRecord> {
    return this.performers.read(id, context);
  }

  @Post(':id')
  @Updates()
  @Permit(PERFORMER_RIGHTS.edit)
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdatePerformerDto,
    @Context() context: RequestContext,
  ): Promise<PerformerRecord> {
    return this.performers.update(id, dto, context);
  }

  @Delete(':id')
  @Permit(PERFORMER_RIGHTS.edit)
  @FailsWith('performer-announced')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<PerformerRecord> {
    return this.performers.remove(id, context);
  }

  @Put(':id')
  @Updates()
  @Permit(PERFORMER_RIGHTS.edit)
  put(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdatePerformerDto,
    @Context() context: RequestContext,
  ): Promise<PerformerRecord> {
    return this.update(id, dto, context);
  }

  @Patch(':id')
  @Updates()
  @Permit(PERFORMER_RIGHTS.edit)
  patch(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdatePerformerDto,
    @Context() context: RequestContext,
  ): Promise<PerformerRecord> {
    return this.update(id, dto, context);
  }
}
