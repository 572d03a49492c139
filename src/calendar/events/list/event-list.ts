import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database';
import type { Page, Slice } from '../../../platform/listing';
import type { RequestContext } from '../../../platform/request-context';
import { assertMayList } from '../../records';
import type { EventListQuery } from '../dto/event-list-query';
import { EventFilters } from './event-filters';
import { readPage } from './event-page';
import { sourcesOf } from './event-sources';
import { countTotal } from './event-total';
import type { EventWindow } from './event-window';

/** Finds the events of a list query (docs/interface.md#event-list). */
@Injectable()
export class EventList {
  constructor(
    private readonly database: Database,
    private readonly filters: EventFilters,
  ) {}

  /** The ids of one page, and the total number of events. */
  async find(
    query: EventListQuery,
    window: EventWindow,
    slice: Slice,
    context: RequestContext,
  ): Promise<Page<number>> {
    const statuses = query.status ?? ['publish'];
    assertMayList(statuses, context.caller);
    const filters = await this.filters.resolve(query, context.caller);
    if (filters.links.some(({ ids }) => ids.length === 0)) return { items: [], total: 0 };
    const wanted = { query, statuses, filters, window, context };
    const sources = await sourcesOf(this.database, wanted);
    const [total, items] = await Promise.all([
      countTotal(sources.total),
      readPage(this.database, sources.page, query, slice),
    ]);
    return { items, total };
  }
}
