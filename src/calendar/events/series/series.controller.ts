import { Body, Controller, Get, HttpStatus, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { Permit } from '../../../platform/auth';
import { RespondsWith } from '../../../platform/openapi';
import type { RecordPage } from '../../../platform/http/pagination';
import { Context, type RequestContext } from '../../../platform/http/context';
import {
  Create,
  CreateOrUpdate,
  type RecordKey,
  ReadBy,
  RecordInPath,
  Trash,
  Updates,
} from '../../../platform/http/routing';
import { EventItemQuery } from '../dto/event-item-query';
import { LinksAlternates } from '../calendar-links';
import { CreateSeriesDto } from './dto/create-series.dto';
import { SeriesListQuery } from './dto/series-list-query';
import {
  SeriesCreateQuery,
  SeriesPutQuery,
  SeriesRemoveQuery,
  SeriesUpdateQuery,
} from './dto/series-query';
import { SplitSeriesDto } from './dto/split-series.dto';
import { UpdateSeriesDto } from './dto/update-series.dto';
import { SeriesRecord } from './series-record';
import { SeriesRemoval } from './series-removal';
import { SeriesService } from './series.service';

const PATHS = ['by-slug/:slug', 'by-uid/:uid', ':id'];

@RespondsWith(SeriesRecord)
@ReadBy(SeriesService)
@Controller('series')
export class SeriesController {
  constructor(
    private readonly series: SeriesService,
    private readonly removal: SeriesRemoval,
  ) {}

  @Get()
  list(
    @Query() query: SeriesListQuery,
    @Context() context: RequestContext,
  ): Promise<RecordPage<SeriesRecord>> {
    return this.series.list(query, context);
  }

  @Create()
  @Permit('create')
  @ApiOperation({ description: 'document.descriptions.create_series' })
  create(
    @Body() dto: CreateSeriesDto,
    @Query() query: SeriesCreateQuery,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.create(dto, query, context);
  }

  @Get(PATHS)
  @LinksAlternates('series')
  read(
    @RecordInPath() recordKey: RecordKey,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.read(recordKey, password, context);
  }

  @CreateOrUpdate('by-uid/:uid')
  @Permit('edit')
  async putByUid(
    @RecordInPath() { uid }: { uid: string },
    @Query() query: SeriesPutQuery,
    @Body() dto: UpdateSeriesDto,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SeriesRecord> {
    const { series, isCreated } = await this.series.put(uid, dto, query, context);
    if (isCreated) response.status(HttpStatus.CREATED);
    return series;
  }

  @Post(PATHS)
  @Updates()
  @Permit('edit')
  update(
    @RecordInPath() recordKey: RecordKey,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: UpdateSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.update(recordKey, dto, query, context);
  }

  @Trash(PATHS)
  @Permit('edit')
  remove(
    @RecordInPath() recordKey: RecordKey,
    @Query() query: SeriesRemoveQuery,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.removal.remove(recordKey, query, context);
  }

  @Create(['by-slug/:slug/split', ':id/split'])
  @ApiOperation({ description: 'document.descriptions.split_series' })
  @Permit('edit')
  split(
    @RecordInPath() recordKey: RecordKey,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: SplitSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.split(recordKey, dto, query, context);
  }

  @Put(['by-slug/:slug', ':id'])
  @Updates()
  @Permit('edit')
  put(
    @RecordInPath() recordKey: RecordKey,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: UpdateSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.update(recordKey, query, dto, context);
  }

  @Patch(PATHS)
  @Updates()
  @Permit('edit')
  patch(
    @RecordInPath() recordKey: RecordKey,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: UpdateSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.update(recordKey, query, dto, context);
  }
}
