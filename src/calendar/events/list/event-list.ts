import { Injectable } from '@nestjs/common';
import { Brackets, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { RequestContext } from '../../../platform/request-context';
import { may } from '../../../platform/access';
import { Database } from '../../../platform/database';
import type { Page, Slice } from '../../../platform/listing';
import { searchWords } from '../../../platform/texts';
import type { EventLink } from '../../event-links';
import { assertMayList, filterByStatus, type PostStatus } from '../../records';
import type { EventListQuery } from '../dto/event-list-query';
import { EventFilters, type LinkFilter } from './event-filters';
import { openTo } from '../event-password';
import type { EventWindow } from './event-window';
import { Event } from '../event.entity';
import { readsHidden, type ShownColumn } from '../protection';
import { within } from './geo';

const RADIUS_KM = 25;

/** The column of each order; these columns reveal nothing that is hidden. */
const ORDERS = {
  start_date: 'start_utc',
  end_date: 'end_utc',
  date: 'date_utc',
  modified: 'modified_utc',
  title: 'title_key',
  id: 'id',
} as const satisfies Record<Required<EventListQuery>['orderby'], ShownColumn>;

interface Hiding {
  /** An SQL condition for events that are open to the caller. */
  open: string;
  /**
   * Whether the links are enough to check this: links of protected or unlisted events have no
   * start.
   */
  byLinks: boolean;
}

/**
 * For published events only those without a password count as open, for which an index is enough.
 */
const HIDES_LISTED: Hiding = { open: 'event.password_hash IS NULL', byLinks: true };

/**
 * The conditions that hide events: in the query of the links under an alias, and outside of that
 * query.
 */
function hiding(
  { hides }: Source,
  parameter: string,
  link: string,
): { inside: string; beside: string } {
  if (!hides || !readsHidden(parameter)) return { inside: '', beside: '' };
  return hides.byLinks
    ? { inside: `AND ${link}.listed_start IS NOT NULL`, beside: '' }
    : { inside: '', beside: `AND ${hides.open}` };
}

/**
 * The table that a list is read from: the events, or for a filter by one link the table of these
 * links, which has the columns that lists filter and sort by.
 */
interface Source {
  rows: SelectQueryBuilder<ObjectLiteral>;
  id: string;
  start: string;
  end: string;
  /** Whether an event may have several rows. */
  repeats: boolean;
  /**
   * How protected events are excluded from filters on fields that the list does not show of them.
   */
  hides?: Hiding;
  /** Joins the events under the alias `event`. */
  withEvent(): void;
}

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
    { limit, offset }: Slice,
    context: RequestContext,
  ): Promise<Page<number>> {
    const statuses = query.status ?? ['publish'];
    assertMayList(statuses, context.caller);
    const filters = await this.filters.resolve(query, context.caller);
    if (filters.some(({ ids }) => ids.length === 0)) return { items: [], total: 0 };
    const source = this.source(statuses, filters, context);
    this.applyWindow(source, window);
    this.applyFilters(source, query);
    const counted = source.rows
      .clone()
      .select(source.repeats ? `COUNT(DISTINCT ${source.id})` : 'COUNT(*)', 'total');
    const page = this.ordered(source, query).select(source.id, 'id').limit(limit).offset(offset);
    const [total, ids] = await Promise.all([
      counted.getRawOne<{ total: number | string }>(),
      page.getRawMany<{ id: number }>(),
    ]);
    return { items: ids.map(({ id }) => id), total: Number(total?.total ?? 0) };
  }

  /** Published events have an index of their own; other statuses are read by status. */
  private source(
    statuses: readonly PostStatus[],
    filters: readonly LinkFilter[],
    { caller }: RequestContext,
  ): Source {
    const listed = statuses.every((status) => status === 'publish');
    const hides = !(caller.credential && may.editAll(caller));
    const leading =
      listed && hides ? (filters.find(({ ids }) => ids.length === 1) ?? filters.at(0)) : undefined;
    const source = leading ? this.linkSource(leading) : this.eventSource(listed);
    if (hides && listed) source.hides = HIDES_LISTED;
    if (hides && !listed) {
      const { condition, parameters } = openTo(caller);
      source.hides = { open: condition, byLinks: false };
      source.rows.setParameters(parameters);
    }
    for (const filter of filters) if (filter !== leading) this.applyLinks(source, filter);
    if (listed) {
      source.rows.andWhere(`${source.start} IS NOT NULL`);
    } else {
      filterByStatus(source.rows, statuses, caller);
      source.rows.andWhere('event.hide_from_listings = :shown', { shown: false });
    }
    return source;
  }

  private eventSource(listed: boolean): Source {
    return {
      rows: this.database.select(Event, 'event'),
      id: 'event.id',
      start: listed ? 'event.listed_start' : 'event.start_utc',
      end: 'event.end_utc',
      repeats: false,
      withEvent: () => undefined,
    };
  }

  private linkSource({ kind, ids }: LinkFilter): Source {
    const { key } = kind.tables;
    const rows = this.database
      .select<EventLink>(kind.links, 'link')
      .where(`link.${key} IN (:...leading)`, { leading: ids });
    let joined = false;
    return {
      rows,
      id: 'link.event_id',
      start: 'link.listed_start',
      end: 'link.end_utc',
      repeats: ids.length > 1,
      withEvent: () => {
        if (!joined) rows.innerJoin(Event, 'event', 'event.id = link.event_id');
        joined = true;
      },
    };
  }

  private applyLinks(source: Source, { kind, ids }: LinkFilter): void {
    const { rows, id } = source;
    const { inside, beside } = hiding(source, kind.parameter, 'linked');
    const { links: table, key } = kind.tables;
    const parameter = `${kind.key}Ids${Object.keys(rows.getParameters()).length}`;
    rows.andWhere(
      `${id} IN (SELECT linked.event_id FROM ${table} linked
         WHERE linked.${key} IN (:...${parameter}) ${inside}) ${beside}`,
      { [parameter]: ids },
    );
  }

  private applyWindow(source: Source, window: EventWindow): void {
    const { rows, start, end } = source;
    const conditions: [keyof EventWindow, string][] = [
      ['startsFrom', `${start} >= :startsFrom`],
      ['startsUntil', `${start} <= :startsUntil`],
      ['endsUntil', `${end} <= :endsUntil`],
      ['runsFrom', `(${end} > :runsFrom OR ${start} >= :runsFrom)`],
      ['startsBefore', `${start} < :startsBefore`],
      ['startsAfter', `${start} > :startsAfter`],
      ['endsBefore', `${end} < :endsBefore`],
      ['endsAfter', `${end} > :endsAfter`],
      ['modifiedAfter', 'event.modified_utc > :modifiedAfter'],
    ];
    if (window.modifiedAfter) source.withEvent();
    for (const [name, condition] of conditions)
      if (window[name] !== undefined) rows.andWhere(condition, { [name]: window[name] });
  }

  private applyFilters(source: Source, query: EventListQuery): void {
    const { rows, id, hides } = source;
    const { include, search, geoloc, geoloc_lat, geoloc_lng } = query;
    if (include) rows.andWhere(`${id} IN (:...include)`, { include });
    for (const name of ['featured', 'ticketed', 'post_parent'] as const) {
      if (query[name] === undefined) continue;
      source.withEvent();
      rows.andWhere(`event.${name} = :${name}`, { [name]: query[name] });
      if (hides && readsHidden(name)) rows.andWhere(hides.open);
    }
    if (geoloc !== undefined) {
      const { inside, beside } = hiding(source, 'geoloc', 'located');
      rows.andWhere(
        `${geoloc ? '' : 'NOT '}(EXISTS (SELECT 1 FROM event_venues located
           JOIN venues venue ON venue.id = located.venue_id
           WHERE located.event_id = ${id} AND venue.geo_lat IS NOT NULL AND venue.status = 'publish'
           ${inside}) ${beside})`,
      );
    }
    if (geoloc_lat !== undefined && geoloc_lng !== undefined) {
      const { inside, beside } = hiding(source, 'geoloc_lat', 'near');
      const { condition, parameters } = within(
        'venue',
        geoloc_lat,
        geoloc_lng,
        query.geoloc_radius ?? RADIUS_KM,
      );
      rows.andWhere(
        `${id} IN (SELECT near.event_id FROM event_venues near
           JOIN venues venue ON venue.id = near.venue_id
           WHERE ${condition} AND venue.status = 'publish'
           ${inside}) ${beside}`,
        parameters,
      );
    }
    const words = searchWords(search ?? '');
    if (words.length > 0)
      rows.innerJoin('event_texts', 'texts', `texts.event_id = ${id}`).andWhere(
        new Brackets((every) => {
          words.forEach((word, place) =>
            every.andWhere(this.database.contains('texts.content', `:word${place}`), {
              [`word${place}`]: word,
            }),
          );
        }),
      );
  }

  private ordered(source: Source, query: EventListQuery): SelectQueryBuilder<ObjectLiteral> {
    const { rows, id, start, end, repeats } = source;
    const { orderby = 'start_date', order = 'asc' } = query;
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    const column = { start_utc: start, end_utc: end, id }[ORDERS[orderby] as string];
    const ordering = column ?? `event.${ORDERS[orderby]}`;
    if (ordering.includes('event.')) source.withEvent();
    if (repeats) rows.groupBy(id).addGroupBy(ordering);
    if (orderby !== 'id') rows.orderBy(ordering, direction);
    return rows.addOrderBy(id, direction);
  }
}
