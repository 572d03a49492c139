import { Injectable } from '@nestjs/common';
import type { Page, Slice } from '../../../platform/http/pagination';
import type { RequestContext } from '../../../platform/http/context';
import { Database } from '../../../platform/database';
import type { EventListQuery } from '../dto/event-list-query';
import { Series } from '../series/series.entity';
import { EventFilters, type ResolvedQuery } from './event-filters';
import { type EventWindow, splitAtStart } from './event-window';
import { isInOrder, listRows, ordered, seriesRows } from './list-rows';
import { skipDays, totalOf } from './list-totals';

/** From this offset on, the days before a page are skipped. */
const FAR = 300;
const RUNNING_MAX = 1000;
const SERIES_BATCH = 200;
/** The limit for all statements of a request: a filter may match no event of any series. */
const SERIES_MAX = 1000;
const SERIES_BY_DATE = 'ix_series_date_utc_id';

interface Occurrence {
  series: number;
  id: number;
}

@Injectable()
export class EventList {
  constructor(
    private readonly database: Database,
    private readonly filters: EventFilters,
  ) {}

  async find(
    query: EventListQuery,
    window: EventWindow,
    slice: Slice,
    context: RequestContext,
  ): Promise<Page<number>> {
    const ranges = await this.ranges(query, window, context);
    const total = await totalOf(this.database, ranges);
    if (slice.offset >= total) return { items: [], total };
    if (slice.offset < FAR || ranges.length > 1)
      return { items: await this.page(ranges, slice, total), total };
    const [range] = ranges;
    const { window: rest, offset } = await skipDays(this.database, range, slice.offset);
    const items = await this.page([{ ...range, window: rest }], { ...slice, offset }, total);
    return { items, total };
  }

  /** For callers that have the total. */
  async first(
    query: EventListQuery,
    window: EventWindow,
    limit: number,
    context: RequestContext,
  ): Promise<number[]> {
    const ranges = await this.ranges(query, window, context);
    return ranges.length === 0 ? [] : this.page(ranges, { page: 1, limit, offset: 0 });
  }

  async count(
    query: EventListQuery,
    window: EventWindow,
    context: RequestContext,
  ): Promise<number> {
    return totalOf(this.database, await this.ranges(query, window, context));
  }

  /**
   * Returns the first event of each series, for the series that were published last.
   *
   * @param wanted a number of series after which the search may end
   */
  async firstOfSeries(
    query: EventListQuery,
    window: EventWindow,
    wanted: number,
    context: RequestContext,
  ): Promise<number[]> {
    const ranges = await this.ranges(query, window, context);
    const found = await Promise.all(
      ranges.map((range) =>
        range.window.runningAt ? this.runningOfSeries(range) : this.nextOfSeries(range, wanted),
      ),
    );
    // Events in progress started before the others.
    const first = new Map<number, number>();
    for (const { series, id } of found.flat()) if (!first.has(series)) first.set(series, id);
    return [...first.values()];
  }

  /** Returns ranges that one index each covers; none if no event can match. */
  async ranges(
    query: EventListQuery,
    window: EventWindow,
    context: RequestContext,
  ): Promise<ResolvedQuery[]> {
    const resolved = await this.filters.resolve(query, window, context);
    if (!resolved) return [];
    const windows = resolved.isListed ? splitAtStart(window) : [window];
    return windows.map((window) => ({ ...resolved, window }));
  }

  private async page(
    ranges: readonly ResolvedQuery[],
    { limit, offset }: Slice,
    total?: number,
  ): Promise<number[]> {
    const [{ query }] = ranges;
    const parts = ranges.map((range) => {
      const inOrder = isInOrder(range, offset + limit, total);
      return ordered(listRows(this.database, range, inOrder), query);
    });
    if (parts.length === 1)
      return this.idsOf(...parts[0].limit(limit).offset(offset).getQueryAndParameters());
    const union: string[] = [];
    const values: unknown[] = [];
    for (const [index, part] of parts.entries()) {
      const [sql, some] = part.limit(limit + offset).getQueryAndParameters();
      union.push(`SELECT * FROM (${sql}) part${index}`);
      values.push(...(some as unknown[]));
    }
    const direction = query.order === 'desc' ? 'DESC' : 'ASC';
    return this.idsOf(
      `SELECT page.id AS id FROM (${union.join(' UNION ALL ')}) page
       ORDER BY page.position ${direction}, page.id ${direction} LIMIT ${limit} OFFSET ${offset}`,
      values,
    );
  }

  private async idsOf(sql: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(sql, values);
    return rows.map(({ id }) => id);
  }

  private runningOfSeries(range: ResolvedQuery): Promise<Occurrence[]> {
    const { rows, start } = listRows(this.database, range);
    return this.database.rowsOf(
      rows
        .andWhere('event.series IS NOT NULL')
        .select('event.series', 'series')
        .addSelect('event.id', 'id')
        .orderBy(start)
        .addOrderBy('event.id')
        .limit(RUNNING_MAX),
    );
  }

  /** Looks up the first event of each series by an index, since a series may have thousands. */
  private async nextOfSeries(range: ResolvedQuery, wanted: number): Promise<Occurrence[]> {
    const { rows, start } = seriesRows(this.database, range);
    rows.select('event.id').orderBy(start).addOrderBy('event.id').limit(1);
    const newest = this.database
      .select(Series, 'series')
      .useIndex(SERIES_BY_DATE)
      .select('series.id', 'series')
      .addSelect(`(${rows.getQuery()})`, 'id')
      .setParameters(rows.getParameters())
      .orderBy('series.date_utc', 'DESC')
      .addOrderBy('series.id', 'DESC')
      .limit(SERIES_BATCH);
    const found: Occurrence[] = [];
    for (let offset = 0; offset < SERIES_MAX && found.length < wanted; offset += SERIES_BATCH) {
      const some = await this.database.rowsOf<{ series: number; id: number | null }>(
        newest.clone().offset(offset),
      );
      found.push(...some.filter((row): row is Occurrence => row.id !== null));
      if (some.length < SERIES_BATCH) break;
    }
    return found;
  }
}
