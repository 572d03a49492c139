import { Injectable } from '@nestjs/common';
import type { Page, Slice } from '../../../platform/http/listing';
import type { RequestContext } from '../../../platform/http/request-context';
import { Database } from '../../../platform/storage/database';
import type { EventListQuery } from '../dto/event-list-query';
import { placeOf } from './counters/counted-starts';
import { Series } from '../series/series.entity';
import { EventFilters, isByStart, isListed, type ResolvedQuery } from './event-filters';
import { countTotals, isCounted, type Sources, sourcesOf } from './event-sources';
import { type EventWindow, halvesOf } from './event-window';
import { applyWindow, complete } from './rows/event-conditions';
import { inOrder, partsOf, union } from './rows/event-parts';
import type { Source } from './rows/lead-rows';

/** The offset from which a page start is looked up in the counters. */
const FAR = 300;
/** The most running events of series that are read. */
const RUNNING_MAX = 1000;
/** The series whose first event is looked up by one statement, and by all. A filter may match no event of any of them. */
const SERIES_BATCH = 200;
const SERIES_MAX = 1000;
const SERIES_BY_DATE = 'ix_series_date_utc_id';

/** An event of a series. */
interface Occurrence {
  series: number;
  id: number;
}

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

  /** Returns the total number of events. */
  async count(
    query: EventListQuery,
    window: EventWindow,
    context: RequestContext,
  ): Promise<number> {
    const resolved = await this.filters.resolve(query, window, context);
    if (!resolved) return 0;
    const { total } = await sourcesOf(this.database, resolved);
    return sumOf(await countTotals(this.database, total));
  }

  /**
   * Returns the id of the first event of each series, for the series with the latest publication.
   *
   * @param wanted a number of series after which the look-up may end
   */
  async firstOfSeries(
    query: EventListQuery,
    window: EventWindow,
    wanted: number,
    context: RequestContext,
  ): Promise<number[]> {
    const resolved = await this.filters.resolve(query, window, context);
    if (!resolved) return [];
    const halves = isListed(resolved) ? halvesOf(window) : [{ window }];
    const found = await Promise.all(
      halves.map(({ runningAt, window }) =>
        runningAt
          ? this.runningOfSeries({ ...resolved, window }, runningAt)
          : this.nextOfSeries({ ...resolved, window }, wanted),
      ),
    );
    // Running events started before the others.
    const first = new Map<number, number>();
    for (const { series, id } of found.flat()) if (!first.has(series)) first.set(series, id);
    return [...first.values()];
  }

  /** Reads the events of series that are running at an instant. */
  private runningOfSeries(resolved: ResolvedQuery, runningAt: Date): Promise<Occurrence[]> {
    const { rows, start } = complete(this.database, resolved, { runningAt });
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
  private async nextOfSeries(resolved: ResolvedQuery, wanted: number): Promise<Occurrence[]> {
    const { rows, start } = complete(this.database, resolved, 'series');
    rows
      .andWhere('event.series = series.id')
      .select('event.id')
      .orderBy(start)
      .addOrderBy('event.id')
      .limit(1);
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
