import { Body, Controller, Get, HttpStatus, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Permit } from '../../../platform/access';
import { Answers } from '../../../platform/documents/openapi';
import type { RecordPage } from '../../../platform/http/listing';
import { Context, type RequestContext } from '../../../platform/http/request-context';
import {
  ChecksFurther,
  Create,
  CreateOrUpdate,
  RecordIdPipe,
  SlugPipe,
  Trash,
  UidPipe,
  Update,
} from '../../../platform/http/routing';
import { EventItemQuery } from '../dto/event-item-query';
import { LinksAlternates } from '../event-alternates';
import { CreateSeriesDto } from './dto/create-series.dto';
import { SeriesListQuery } from './dto/series-list-query';
import {
  SeriesCreateQuery,
  SeriesPutQuery,
  SeriesRemoveQuery,
  SeriesUpdateQuery,
} from './dto/series-query';
import { UpdateSeriesDto } from './dto/update-series.dto';
import { SeriesRecord } from './series-record';
import { SeriesRemoval } from './series-removal';
import { SeriesService } from './series.service';

@Answers(SeriesRecord)
@ChecksFurther(SeriesService)
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
  create(
    @Body() dto: CreateSeriesDto,
    @Query() query: SeriesCreateQuery,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.create(dto, query, context);
  }

  @Get('by-slug/:slug')
  @LinksAlternates('series')
  readBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.read({ slug }, password, context);
  }

  @Update('by-slug/:slug')
  @Permit('edit')
  updateBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: UpdateSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.update({ slug }, dto, query, context);
  }

  @Trash('by-slug/:slug')
  @Permit('edit')
  removeBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() query: SeriesRemoveQuery,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.removal.remove({ slug }, query, context);
  }

  @Get('by-uid/:uid')
  @LinksAlternates('series')
  readByUid(
    @Param('uid', UidPipe) uid: string,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.read({ uid }, password, context);
  }

  @CreateOrUpdate('by-uid/:uid')
  @Permit('edit')
  async putByUid(
    @Param('uid', UidPipe) uid: string,
    @Query() query: SeriesPutQuery,
    @Body() dto: UpdateSeriesDto,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SeriesRecord> {
    const { series, isCreated } = await this.series.put(uid, dto, query, context);
    if (isCreated) response.status(HttpStatus.CREATED);
    return series;
  }

  @Update('by-uid/:uid', ['patch'])
  @Permit('edit')
  updateByUid(
    @Param('uid', UidPipe) uid: string,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: UpdateSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.update({ uid }, dto, query, context);
  }

  @Trash('by-uid/:uid')
  @Permit('edit')
  removeByUid(
    @Param('uid', UidPipe) uid: string,
    @Query() query: SeriesRemoveQuery,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.removal.remove({ uid }, query, context);
  }

  @Get(':id')
  @LinksAlternates('series')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Query() { password }: EventItemQuery,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.read({ id }, password, context);
  }

  @Update(':id')
  @Permit('edit')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: UpdateSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.update({ id }, dto, query, context);
  }

  @Trash(':id')
  @Permit('edit')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: SeriesRemoveQuery,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.removal.remove({ id }, query, context);
  }
}
