import { applyDecorators, Body, Controller, Param, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../../platform/access';
import { FailsWith } from '../../../platform/documents/openapi';
import { Context, type RequestContext } from '../../../platform/http/request-context';
import { Create, RecordIdPipe, SlugPipe } from '../../../platform/http/routing';
import { SeriesUpdateQuery } from './dto/series-query';
import { SplitSeriesDto } from './dto/split-series.dto';
import { SeriesRecord } from './series-record';
import { SeriesService } from './series.service';

/** Declares the split of a series. */
const Split = (path: string, operationId: string): MethodDecorator =>
  applyDecorators(
    Create(path),
    Permit('edit'),
    ApiOperation({
      operationId,
      summary: 'document.summaries.split_series',
      description: 'document.descriptions.split_series',
    }),
    ApiCreatedResponse({ type: SeriesRecord, description: 'document.answers.split_series' }),
    FailsWith('rest-forbidden'),
    FailsWith('rest-no-route'),
    FailsWith('rest-origin-not-allowed'),
    FailsWith('rest-missing-callback-param'),
    FailsWith('rest-invalid-json'),
    FailsWith('rest-body-too-large'),
    FailsWith('rest-unsupported-media-type'),
    FailsWith('rest-idempotency-key-in-use'),
    FailsWith('rest-idempotency-key-reused'),
    FailsWith('series-not-found'),
    FailsWith('series-not-accessible'),
    FailsWith('series-password-protected'),
    FailsWith('series-trashed'),
  );

/** The route that divides a series. */
@ApiTags('series')
@Controller('series')
export class SeriesSplitController {
  constructor(private readonly series: SeriesService) {}

  @Split('by-slug/:slug/split', 'splitSeriesBySlug')
  @ApiParam({ name: 'slug', description: 'series.path_slug', schema: { type: 'string' } })
  splitBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: SplitSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.split({ slug }, dto, query, context);
  }

  @Split(':id/split', 'splitSeries')
  @ApiParam({
    name: 'id',
    description: 'series.path_id',
    schema: { type: 'integer', minimum: 1 },
  })
  split(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: SeriesUpdateQuery,
    @Body() dto: SplitSeriesDto,
    @Context() context: RequestContext,
  ): Promise<SeriesRecord> {
    return this.series.split({ id }, dto, query, context);
  }
}
