import { applyDecorators, Body, Controller, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Permit } from '../../../platform/access';
import { Answers, FailsWith } from '../../../platform/documents/openapi';
import { Context, type RequestContext } from '../../../platform/http/request-context';
import { ChecksFurther, Create, RecordIdPipe, SlugPipe } from '../../../platform/http/routing';
import { SeriesUpdateQuery } from './dto/series-query';
import { SplitSeriesDto } from './dto/split-series.dto';
import { SeriesRecord } from './series-record';
import { SeriesService } from './series.service';

/** Declares the split of a series. */
const Split = (path: string, key: string): MethodDecorator =>
  applyDecorators(
    Create(path),
    Permit('edit'),
    ApiOperation({
      summary: `document.summaries.${key}`,
      description: 'document.descriptions.split_series',
    }),
    FailsWith('rest-no-route'),
    FailsWith('series-not-found'),
    FailsWith('series-not-accessible'),
    FailsWith('series-password-protected'),
    FailsWith('series-trashed'),
  );

/** The route that divides a series. */
@Answers(SeriesRecord)
@ChecksFurther(SeriesService)
@Controller('series')
export class SeriesSplitController {
  constructor(private readonly series: SeriesService) {}

  @Split('by-slug/:slug/split', 'split_series_by_slug')
  splitBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: SplitSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.split({ slug }, dto, query, context);
  }

  @Split(':id/split', 'split_series')
  split(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: SplitSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.split({ id }, dto, query, context);
  }
}
