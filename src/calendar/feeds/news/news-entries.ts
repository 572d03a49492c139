import { Injectable } from '@nestjs/common';
import type { Page } from '../../../platform/http/pagination';
import type { RequestContext } from '../../../platform/http/context';
import { Database } from '../../../platform/database';
import { EventList, type EventWindow } from '../../events';
import { Event } from '../../events/event.entity';
import type { EventListQuery } from '../../events/dto/event-list-query';

const NEWEST = 50;
/** With more, the first event is looked up for each series. */
const FEW = 500;

interface Row {
  id: number;
  series: number | null;
}

/** The entries of news feeds: single events, and of each series the first one. */
@Injectable()
export class NewsEntries {
  constructor(
    private readonly list: EventList,
    private readonly database: Database,
  ) {}

  /** @returns also the total number of events */
  async newest(
    query: EventListQuery,
    window: EventWindow,
    context: RequestContext,
  ): Promise<Page<number>> {
    const total = await this.list.count(query, window, context);
    if (total === 0) return { items: [], total };
    const ids =
      total <= FEW
        ? await this.list.first(query, window, FEW, context)
        : await this.candidates(query, window, context);
    return { items: await this.newestOf(ids), total };
  }

  private async candidates(
    query: EventListQuery,
    window: EventWindow,
    context: RequestContext,
  ): Promise<number[]> {
    const { in_series } = query;
    const newest = { ...query, in_series: false, orderby: 'date', order: 'desc' } as const;
    const [single, ofSeries] = await Promise.all([
      in_series ? [] : this.list.first(newest, window, NEWEST, context),
      in_series === false ? [] : this.list.firstOfSeries(query, window, NEWEST, context),
    ]);
    return [...single, ...ofSeries];
  }

  /** @param ids those of one series in the order of their starts */
  private async newestOf(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.rowsOf<Row>(
      this.database
        .select(Event, 'event')
        .select('event.id', 'id')
        .addSelect('event.series', 'series')
        .where('event.id IN (:...ids)', { ids })
        .orderBy('event.date_utc', 'DESC')
        .addOrderBy('event.id', 'DESC'),
    );
    const series = new Map(rows.map((row) => [row.id, row.series]));
    const first = new Map(ids.toReversed().map((id) => [series.get(id), id]));
    return rows
      .filter(({ id, series }) => series === null || first.get(series) === id)
      .slice(0, NEWEST)
      .map(({ id }) => id);
  }
}
