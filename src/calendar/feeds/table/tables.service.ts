import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../platform/http/context';
import { EventReader } from '../../events';
import { byStart, eventsWithinLimit } from '../feed-events';
import type { TableQuery } from '../feed-query';
import type { FeedResponse } from '../feed.interceptor';
import { FeedsService } from '../feeds.service';
import { csvTable, inAllLanguages, TABLE_READING, tableRows } from './table-row';

export const TABLE_FEED = 'events.csv';

const ROWS_MAX = 10_000;
const BYTE_ORDER_MARK = '\ufeff';

/** Tables of events (RFC 4180; docs/reference/feeds.md#tables). */
@Injectable()
export class TablesService {
  constructor(
    private readonly feeds: FeedsService,
    private readonly reader: EventReader,
  ) {}

  /** @throws the same as `FeedsService.coming` */
  async events(query: TableQuery, context: RequestContext): Promise<FeedResponse> {
    const { ids, response } = await this.feeds.coming(TABLE_FEED, query, context, ROWS_MAX);
    return response('text/csv; charset=utf-8', async () => {
      const found = await eventsWithinLimit(
        this.reader.listFor(TABLE_READING, ids, inAllLanguages(context), tableRows()),
      );
      return (query.bom ? BYTE_ORDER_MARK : '') + csvTable(found.sort(byStart));
    });
  }
}
