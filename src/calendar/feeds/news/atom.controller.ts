import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { FailsWith } from '../../../platform/documents/openapi';
import { Context, type RequestContext } from '../../../platform/http/request-context';
import { FeedQuery } from '../feed-query';
import { ATOM_FEED, ATOM_TYPE } from '../feed-address';
import type { FeedAnswer } from '../feed-answer';
import { feedHeaders } from '../feed-documents';
import { FeedInterceptor } from '../feed.interceptor';
import { News } from './news';

/** Serves the newest events as Atom. */
@ApiTags('events')
@UseInterceptors(FeedInterceptor)
@Controller(ATOM_FEED)
export class AtomController {
  constructor(private readonly news: News) {}

  @Get()
  @ApiOperation({
    operationId: 'getEventsAtom',
    summary: 'document.summaries.atom',
    description: 'document.descriptions.atom',
  })
  @ApiOkResponse({
    description: 'document.answers.atom',
    headers: feedHeaders(ATOM_FEED),
    content: { [ATOM_TYPE]: { schema: { type: 'string', pattern: '^<\\?xml' } } },
  })
  @FailsWith('rest-forbidden')
  feed(@Query() query: FeedQuery, @Context() context: RequestContext): Promise<FeedAnswer> {
    return this.news.atom(query, context);
  }
}
