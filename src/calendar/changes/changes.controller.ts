import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { FailsWith } from '../../platform/openapi';
import { Context, type RequestContext } from '../../platform/http/context';
import { ChangesPage } from './change-record';
import { ChangesService } from './changes.service';
import { ChangesQuery } from './changes-query';

@ApiTags('changes')
@Controller('changes')
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Get()
  @ApiOperation({
    operationId: 'listChanges',
    summary: 'document.summaries.changes',
    description: 'document.descriptions.changes',
  })
  @ApiOkResponse({ type: ChangesPage, description: 'document.responses.changes' })
  @FailsWith('rest-forbidden')
  @FailsWith('sync-token-expired')
  list(@Query() query: ChangesQuery, @Context() context: RequestContext): Promise<ChangesPage> {
    return this.changes.page(query, context);
  }
}
