import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { FailsWith } from '../../../platform/openapi';
import { Context, type RequestContext } from '../../../platform/http/context';
import { CountsQuery } from './counts-query';
import { CountedEvents } from './counts-record';
import { COUNTS, CountsService } from './counts.service';

@ApiTags('events')
@Controller(COUNTS)
export class CountsController {
  constructor(private readonly counts: CountsService) {}

  @Get()
  @ApiOperation({
    operationId: 'countEvents',
    summary: 'document.summaries.counts',
    description: 'document.descriptions.counts',
  })
  @ApiOkResponse({ type: CountedEvents, description: 'document.responses.counts' })
  @FailsWith('rest-forbidden')
  count(@Query() query: CountsQuery, @Context() context: RequestContext): Promise<CountedEvents> {
    return this.counts.count(query, context);
  }
}
