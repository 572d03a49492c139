import { Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { needs, Permit } from '../../platform/access';
import { FailsWith } from '../../platform/documents/openapi';
import { ReadsText, SentText, type TextBody } from '../../platform/edge/bodies';
import { Context, type RequestContext } from '../../platform/http/request-context';
import { TableSource } from './csv/table-source';
import { CalendarSource } from './ics/calendar-source';
import { ImportQuery } from './import-query';
import { ImportReport } from './import-report';
import { ImportsService } from './imports.service';
import { contentOf, unreadable } from './import-source';

/** The most events of one request; the command line has no such limit. */
const EVENTS_MAX = 1000;

const SOURCES = {
  'text/calendar': CalendarSource,
  'text/csv': TableSource,
};

/** Imports events from a file in the body. The service never fetches an address for a caller. */
@ApiTags('imports')
@Controller('imports')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Post()
  @HttpCode(200)
  @Permit(needs('editor'))
  @ReadsText(...Object.keys(SOURCES))
  @ApiOperation({
    operationId: 'importEvents',
    summary: 'document.summaries.import',
    description: 'document.descriptions.import',
  })
  @ApiOkResponse({ type: ImportReport, description: 'document.answers.import' })
  @FailsWith('rest-missing-callback-param')
  @FailsWith('rest-forbidden')
  @FailsWith('rest-origin-not-allowed')
  @FailsWith('rest-loop-detected')
  @FailsWith('rest-body-too-large')
  @FailsWith('rest-unsupported-media-type')
  @FailsWith('import-unreadable')
  @FailsWith('import-too-large')
  import(
    @Query() { source, dry_run, overwrite }: ImportQuery,
    @SentText() body: TextBody | undefined,
    @Context() context: RequestContext,
  ): Promise<ImportReport> {
    if (!body) throw unreadable('The request has no body.');
    const Source = SOURCES[body.type as keyof typeof SOURCES];
    return this.imports.run(
      new Source(contentOf(body.content), context),
      { source, dryRun: dry_run, overwrite, most: EVENTS_MAX },
      context,
    );
  }
}
