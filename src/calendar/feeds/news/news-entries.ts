import { Injectable } from '@nestjs/common';
import type { Page } from '../../../platform/http/listing';
import type { RequestContext } from '../../../platform/http/request-context';
import { batchesOf, Database } from '../../../platform/storage/database';
import { EventList, type EventWindow } from '../../events';
import { Event } from '../../events/event.entity';
import type { EventListQuery } from '../../events/dto/event-list-query';

/** The number of entries of a feed. */
const NEWEST = 50;
/** The factor by which more events are read while too few entries are found. */
const GROWTH = 8;
/** The most events that are read for a feed. */
const EVENTS_MAX = 25_600;
/** The most ids in one statement. */
const IDS_MAX = 1000;

/** An event of a series. */
type Occurrence = Pick<Event, 'id' | 'series' | 'start_utc'>;

/** Finds the entries of news feeds: single events, and of each series the first event. */
@Injectable()
export class NewsEntries {
  constructor(
    private readonly list: EventList,
    private readonly database: Database,
  ) {}

  /**
   * Returns the ids of the newest entries, and the total number of events.
   *
   * The events of a series have the same date, so that they follow each other. The search ends after 25,600
   * events: then a feed has fewer entries.
   */
  async newest(
    query: EventListQuery,
    window: EventWindow,
    context: RequestContext,
  ): Promise<Page<number>> {
    const slice = { page: 1, limit: NEWEST, offset: 0 };
    const { items, total } = await this.list.find(query, window, slice, context);
    let ids = items;
    for (let read = NEWEST; ; read *= GROWTH) {
      const isAll = ids.length < read || read >= EVENTS_MAX;
      const entries = await this.entriesOf(ids, isAll);
      if (isAll || entries.length >= NEWEST) return { items: entries.slice(0, NEWEST), total };
      ids = await this.list.first(query, window, read * GROWTH, context);
    }
  }

  /**
   * Returns single events and the first event of each series, in the order of the events.
   *
   * @param isAll false if more events may follow: then the first event of the last series may be one of them
   */
  private async entriesOf(ids: readonly number[], isAll: boolean): Promise<number[]> {
    const occurrences = new Map<number, Occurrence>();
    for (const batch of batchesOf(ids, IDS_MAX))
      for (const row of await this.occurrences(batch)) occurrences.set(row.id, row);
    const seriesOf = (id: number) => occurrences.get(id)?.series;
    const incomplete = isAll ? undefined : seriesOf(ids[ids.length - 1]);
    const firstBySeries = new Map<number | null, Occurrence>();
    for (const row of occurrences.values()) {
      const first = firstBySeries.get(row.series);
      if (!first || isBefore(row, first)) firstBySeries.set(row.series, row);
    }
    const entries = ids.flatMap((id) => {
      const series = seriesOf(id);
      if (series === undefined) return [id];
      return series === incomplete ? [] : (firstBySeries.get(series)?.id ?? []);
    });
    return [...new Set(entries)];
  }

  private occurrences(ids: readonly number[]): Promise<Occurrence[]> {
    return this.database
      .select(Event, 'event')
      .select(['event.id', 'event.series', 'event.start_utc'])
      .where('event.id IN (:...ids) AND event.series IS NOT NULL', { ids })
      .getMany();
  }
}

const isBefore = (one: Occurrence, other: Occurrence): boolean =>
  one.start_utc.getTime() - other.start_utc.getTime() < 0 ||
  (one.start_utc.getTime() === other.start_utc.getTime() && one.id < other.id);
