import { Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { I18nLang, I18nService } from 'nestjs-i18n';
import { needs, Permit } from '../../platform/auth';
import { FailsWith } from '../../platform/openapi';
import { textOf } from '../../platform/i18n';
import { ReadsText, SentText, type TextBody } from '../../platform/http/body';
import { Problem } from '../../platform/errors';
import { Context, type RequestContext } from '../../platform/http/context';
import { TableSource } from './csv/table-source';
import { CalendarSource } from './ics/calendar-source';
import { ImportQuery } from './import-query';
import { ImportReport } from './import-report';
import { ImportsService } from './imports.service';
import { contentOf, unreadable } from './import-source';

/** Of one request, with each occurrence; the command line has no such limit. */
const EVENTS_MAX = 1000;

const CALENDAR = 'text/calendar';
const TABLE = 'text/csv';
/** A client tries again after so long while another import of the same caller runs. */
const RETRY_SECONDS = 5;

/** Imports events from a file in the body. The service never fetches a URL for a caller. */
@ApiTags('imports')
@Controller('imports')
export class ImportsController {
  private readonly running = new Set<string>();

  constructor(
    private readonly imports: ImportsService,
    private readonly i18n: I18nService,
  ) {}

  @Post()
  @HttpCode(200)
  @Permit(needs('editor'))
  @ReadsText(CALENDAR, TABLE)
  @ApiOperation({
    operationId: 'importEvents',
    summary: 'document.summaries.import',
    description: 'document.descriptions.import',
  })
  @ApiOkResponse({ type: ImportReport, description: 'document.responses.import' })
  @FailsWith('rest-missing-callback-param')
  @FailsWith('rest-forbidden')
  @FailsWith('rest-origin-not-allowed')
  @FailsWith('rest-loop-detected')
  @FailsWith('rest-body-too-large')
  @FailsWith('rest-unsupported-media-type')
  @FailsWith('import-unreadable')
  @FailsWith('import-too-large')
  async import(
    @Query() { source, dry_run, overwrite }: ImportQuery,
    @SentText() body: TextBody | undefined,
    @Req() { socket }: Request,
    @I18nLang() language: string,
    @Context() context: RequestContext,
  ): Promise<ImportReport> {
    if (!body) throw unreadable('The request has no body.');
    const untitled = textOf(this.i18n, 'titles.untitled', language);
    const caller = context.caller.identity || context.client;
    if (this.running.has(caller)) throw isRunning();
    this.running.add(caller);
    const disconnected = new AbortController();
    const file = contentOf(body.content, disconnected.signal);
    const leave = (): void => disconnected.abort();
    // Most clients that end their sending side have disconnected.
    socket.once('end', leave).once('close', leave);
    try {
      return await this.imports.run(
        body.type === TABLE ? new TableSource(file) : new CalendarSource(file, context, untitled),
        {
          source,
          dryRun: dry_run,
          overwrite,
          most: EVENTS_MAX,
          signal: disconnected.signal,
        },
        context,
      );
    } finally {
      socket.off('end', leave).off('close', leave);
      this.running.delete(caller);
    }
  }
}

const isRunning = (): Problem =>
  new Problem('rest-too-many-requests', {
    message: 'Another import of this caller is running. Send the next one after its response.',
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
