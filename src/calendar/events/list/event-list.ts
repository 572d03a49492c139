import { Injectable } from '@nestjs/common';
import type { Page, Slice } from '../../../platform/http/listing';
import type { RequestContext } from '../../../platform/http/request-context';
import { Database } from '../../../platform/storage/database';
import type { EventListQuery } from '../dto/event-list-query';
import { placeOf } from './counters/counted-starts';
import { EventFilters, isByStart } from './event-filters';
import { countTotals, isCounted, type Sources, sourcesOf } from './event-sources';
import type { EventWindow } from './event-window';
import { applyWindow } from './rows/event-conditions';
import { inOrder, partsOf, union } from './rows/event-parts';
import type { Source } from './rows/lead-rows';

/** The offset from which a page start is looked up in the counters. */
const FAR = 300;

/** Finds the events of a list query (docs/reference/interface.md#event-list). */
@Injectable()
export class EventList {
  constructor(
    private readonly database: Database,
    private readonly filters: EventFilters,
  ) {}

  /** Returns the ids of one page and the total number of events. */
  async find(
    query: EventListQuery,
    window: EventWindow,
    slice: Slice,
    context: RequestContext,
  ): Promise<Page<number>> {
    const resolved = await this.filters.resolve(query, window, context);
    if (!resolved) return { items: [], total: 0 };
    const sources = await sourcesOf(this.database, resolved);
    const isNear = slice.offset < FAR;
    const read = (): Promise<number[]> => this.readPage(sources.page, query, slice);
    // A page ordered by start is read until it is full. If nothing matches, that reads the whole window, so
    // that the total is counted first.
    if (isNear && (!isByStart(resolved.query) || sources.total.every(isCounted))) {
      const [totals, items] = await Promise.all([
        countTotals(this.database, sources.total),
        read(),
      ]);
      return { items, total: sumOf(totals) };
    }
    const totals = await countTotals(this.database, sources.total);
    const total = sumOf(totals);
    if (slice.offset >= total) return { items: [], total };
    if (isNear) return { items: await read(), total };
    return { items: await this.readFarPage(query, sources, totals, slice), total };
  }

  /** Returns the ids of the first page only, for callers that have the total. */
  async first(
    query: EventListQuery,
    window: EventWindow,
    limit: number,
    context: RequestContext,
  ): Promise<number[]> {
    const resolved = await this.filters.resolve(query, window, context);
    if (!resolved) return [];
    const { page } = await sourcesOf(this.database, resolved);
    return this.readPage(page, query, { page: 1, limit, offset: 0 });
  }

  /** Returns the event ids of one page, in the order of the list. */
  private async readPage(
    sources: readonly Source[],
    query: EventListQuery,
    { limit, offset }: Slice,
  ): Promise<number[]> {
    const parts = partsOf(sources, query);
    const limited = parts.map((part) => part.limit(limit + offset));
    const page =
      parts.length === 1 ? parts[0] : inOrder(union(this.database, sources, limited), query);
    const ids = await this.database.rowsOf<{ id: number }>(page.limit(limit).offset(offset));
    return ids.map(({ id }) => id);
  }

  /**
   * Returns the ids of a page far from the beginning of a list. By start, counters give its position, so that
   * few of the rows before it are read.
   *
   * @param totals the numbers of events of the sources
   */
  private async readFarPage(
    query: EventListQuery,
    { page, total }: Sources,
    totals: readonly number[],
    slice: Slice,
  ): Promise<number[]> {
    if (!isByStart(query)) return this.readPage(page, query, slice);
    const { order = 'asc' } = query;
    const ahead = page.map((source, place) => ({
      source,
      total: totals[place],
      counted: total[place],
    }));
    if (order === 'desc') ahead.reverse();
    let { offset } = slice;
    while (ahead.length > 1 && offset >= ahead[0].total) {
      offset -= ahead[0].total;
      ahead.shift();
    }
    const [{ source, counted }] = ahead;
    const place = isCounted(counted)
      ? await placeOf(this.database, counted.list, counted.range, { order, offset })
      : undefined;
    if (place) {
      applyWindow(source, place.rest);
      offset -= place.passed;
    }
    return this.readPage(
      ahead.map(({ source }) => source),
      query,
      { ...slice, offset },
    );
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
