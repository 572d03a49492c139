import { Injectable } from '@nestjs/common';
import { Brackets, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { RequestContext } from '../../platform/addresses';
import { Database } from '../../platform/database';
import { readDate } from '../../platform/dates';
import { invalidParams, type InvalidParams } from '../../platform/errors';
import type { Found, Slice } from '../../platform/listing';
import { likePattern, searchWords } from '../../platform/texts';
import { CATEGORIES } from '../categories/category.entity';
import { ORGANIZERS } from '../organizers/organizer.entity';
import { filterByStatus, type LinkedKind, type PostStatus } from '../records';
import { TAGS } from '../tags/tag.entity';
import { type Taxonomy, TermReferences } from '../terms';
import { VENUES } from '../venues/venue.entity';
import type { EventListQuery } from './dto/event-list-query';
import { LINK_TABLES, type EventLinks } from './event-links';
import type { EventWindow } from './event-window';
import { Event } from './event.entity';
import { boxAround, distanceKm } from './geo';

const RADIUS_KM = 25;

/** Events of which a link names one of these ids. */
interface LinkFilter {
  kind: keyof EventLinks;
  ids: number[];
}

/**
 * Where a list reads its rows from: the events, or, when one link is asked for, the table of these
 * links, which carries the columns that lists are filtered and ordered by.
 */
interface Source {
  rows: SelectQueryBuilder<ObjectLiteral>;
  id: string;
  start: string;
  end: string;
  /** Makes the columns of events available under the alias `event`. */
  withEvent(): void;
}

/** Which events a list query means (contract §6). */
@Injectable()
export class EventList {
  constructor(
    private readonly database: Database,
    private readonly terms: TermReferences,
  ) {}

  /** The ids of one page, and how many events there are on all pages. */
  async find(
    query: EventListQuery,
    window: EventWindow,
    { limit, offset }: Slice,
    context: RequestContext,
  ): Promise<Found<number>> {
    const filters = await this.linkFilters(query);
    if (filters.some(({ ids }) => ids.length === 0)) return { items: [], total: 0 };
    const statuses = query.status ?? ['publish'];
    const source = this.source(statuses, filters, context);
    this.applyWindow(source, window);
    this.applyFilters(source, query, context);
    const total = source.rows
      .clone()
      .select('COUNT(*)', 'total')
      .getRawOne<{ total: number | string }>();
    const ids = this.ordered(source, query)
      .select(source.id, 'id')
      .limit(limit)
      .offset(offset)
      .getRawMany<{ id: number }>();
    return { items: (await ids).map(({ id }) => id), total: Number((await total)?.total ?? 0) };
  }

  /** Published events lie on an index of their own; other statuses are read by status. */
  private source(
    statuses: readonly PostStatus[],
    filters: readonly LinkFilter[],
    { caller }: RequestContext,
  ): Source {
    const listed = statuses.every((status) => status === 'publish');
    const leading = listed ? filters.find(({ ids }) => ids.length === 1) : undefined;
    const source = leading ? this.linkSource(leading) : this.eventSource(listed);
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
      withEvent: () => undefined,
    };
  }

  private linkSource({ kind, ids: [id] }: LinkFilter): Source {
    const { name, key } = LINK_TABLES[kind];
    const rows = this.database
      .select(name, 'link')
      .where(`link.${key} = :leading`, { leading: id });
    let joined = false;
    return {
      rows,
      id: 'link.event_id',
      start: 'link.listed_start',
      end: 'link.end_utc',
      withEvent: () => {
        if (!joined) rows.innerJoin(Event, 'event', 'event.id = link.event_id');
        joined = true;
      },
    };
  }

  private applyLinks({ rows, id }: Source, { kind, ids }: LinkFilter): void {
    const { name, key } = LINK_TABLES[kind];
    const parameter = `${kind}Ids${Object.keys(rows.getParameters()).length}`;
    rows.andWhere(
      `${id} IN (SELECT linked.event_id FROM ${name} linked WHERE linked.${key} IN (:...${parameter}))`,
      { [parameter]: ids },
    );
  }

  private applyWindow({ rows, start, end }: Source, window: EventWindow): void {
    const conditions: [keyof EventWindow, string][] = [
      ['startsFrom', `${start} >= :startsFrom`],
      ['startsUntil', `${start} <= :startsUntil`],
      ['endsUntil', `${end} <= :endsUntil`],
      ['runsFrom', `(${end} > :runsFrom OR ${start} >= :runsFrom)`],
      ['startsBefore', `${start} < :startsBefore`],
      ['startsAfter', `${start} > :startsAfter`],
      ['endsBefore', `${end} < :endsBefore`],
      ['endsAfter', `${end} > :endsAfter`],
    ];
    for (const [name, condition] of conditions)
      if (window[name] !== undefined) rows.andWhere(condition, { [name]: window[name] });
  }

  private applyFilters(source: Source, query: EventListQuery, { site, now }: RequestContext): void {
    const { rows, id } = source;
    const { include, search, geoloc } = query;
    if (include) rows.andWhere(`${id} IN (:...include)`, { include });
    for (const flag of ['featured', 'ticketed'] as const) {
      if (query[flag] === undefined) continue;
      source.withEvent();
      rows.andWhere(`event.${flag} = :${flag}`, { [flag]: query[flag] });
    }
    if (query.post_parent !== undefined) {
      source.withEvent();
      rows.andWhere('event.post_parent = :parent', { parent: query.post_parent });
    }
    if (query.modified_after !== undefined) {
      source.withEvent();
      const after = readDate(query.modified_after, site.timeZone, now);
      if (!after) throw invalidParams({ modified_after: 'must be a date of the years 1 to 9999' });
      rows.andWhere('event.modified_utc > :modifiedAfter', { modifiedAfter: after.instant });
    }
    if (geoloc !== undefined)
      rows.andWhere(
        `${geoloc ? '' : 'NOT '}EXISTS (SELECT 1 FROM event_venues located
           JOIN venues venue ON venue.id = located.venue_id
           WHERE located.event_id = ${id} AND venue.geo_lat IS NOT NULL)`,
      );
    const words = searchWords(search ?? '');
    if (words.length > 0)
      rows.innerJoin('event_texts', 'texts', `texts.event_id = ${id}`).andWhere(
        new Brackets((every) => {
          words.forEach((word, place) =>
            every.andWhere(`texts.content LIKE :word${place} ESCAPE '!'`, {
              [`word${place}`]: likePattern(word),
            }),
          );
        }),
      );
  }

  private ordered(source: Source, query: EventListQuery): SelectQueryBuilder<ObjectLiteral> {
    const { rows, id, start, end } = source;
    const { orderby = 'start_date', order = 'asc' } = query;
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    const columns = {
      start_date: start,
      end_date: end,
      date: 'event.date_utc',
      modified: 'event.modified_utc',
      title: 'LOWER(event.title)',
      id,
    };
    const column = columns[orderby];
    if (column.includes('event.')) source.withEvent();
    if (orderby !== 'id') rows.orderBy(column, direction);
    return rows.addOrderBy(id, direction);
  }

  /** @throws Problem 400 that names every unknown term, venue, organizer or parent event */
  private async linkFilters(query: EventListQuery): Promise<LinkFilter[]> {
    const wrong: InvalidParams = {};
    const filters: LinkFilter[] = [];
    for (const [name, taxonomy] of [
      ['categories', CATEGORIES],
      ['tags', TAGS],
    ] as const) {
      const sent = query[name];
      if (!sent) continue;
      const { ids, unknown } = await this.terms.find(taxonomy, sent.map(asReference));
      if (unknown.length > 0) wrong[name] = `no such term: ${unknown.join(', ')}`;
      filters.push({ kind: name, ids: await this.withDescendants(taxonomy, ids) });
    }
    for (const [name, kind] of [
      ['venue', VENUES],
      ['organizer', ORGANIZERS],
    ] as const) {
      const ids = query[name];
      if (!ids) continue;
      const unknown = await this.unknownIds(kind, ids);
      if (unknown.length > 0) wrong[name] = `no such ${name}: ${unknown.join(', ')}`;
      filters.push({ kind: kind.resource, ids });
    }
    const { post_parent: parent, geoloc_lat: lat, geoloc_lng: lng } = query;
    if (parent !== undefined && (await this.unknownIds({ entity: Event }, [parent])).length > 0)
      wrong.post_parent = `no such event: ${parent}`;
    if (lat === undefined && lng !== undefined) wrong.geoloc_lat = 'is needed with geoloc_lng';
    if (lng === undefined && lat !== undefined) wrong.geoloc_lng = 'is needed with geoloc_lat';
    if (Object.keys(wrong).length > 0) throw invalidParams(wrong);
    if (lat !== undefined && lng !== undefined)
      filters.push({
        kind: 'venues',
        ids: await this.venuesNear(lat, lng, query.geoloc_radius ?? RADIUS_KM),
      });
    return filters;
  }

  /** A category means its descendants too (contract §6.9). */
  private async withDescendants({ resource }: Taxonomy, ids: number[]): Promise<number[]> {
    if (resource !== 'categories') return ids;
    const all = new Set(ids);
    for (let parents = ids; parents.length > 0;) {
      const children = await this.database
        .select(CATEGORIES.entity, 'term')
        .select('term.id', 'id')
        .where('term.parent IN (:...parents)', { parents })
        .getRawMany<{ id: number }>();
      parents = children.map(({ id }) => id).filter((id) => !all.has(id));
      for (const id of parents) all.add(id);
    }
    return [...all];
  }

  private async unknownIds(
    { entity }: Pick<LinkedKind, 'entity'> | { entity: typeof Event },
    ids: readonly number[],
  ): Promise<number[]> {
    const rows = await this.database
      .select<ObjectLiteral>(entity, 'record')
      .select('record.id', 'id')
      .where('record.id IN (:...ids)', { ids })
      .andWhere("record.status <> 'trash'")
      .getRawMany<{ id: number }>();
    const known = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  }

  /** The venues within a radius: those of a box around it, on an index, then by their distance. */
  private async venuesNear(lat: number, lng: number, radiusKm: number): Promise<number[]> {
    const box = boxAround(lat, lng, radiusKm);
    const venues = this.database
      .select(VENUES.entity, 'venue')
      .select('venue.id', 'id')
      .addSelect('venue.geo_lat', 'lat')
      .addSelect('venue.geo_lng', 'lng')
      .where('venue.geo_lat BETWEEN :south AND :north', box);
    if (box.west <= box.east) venues.andWhere('venue.geo_lng BETWEEN :west AND :east', box);
    else venues.andWhere('(venue.geo_lng >= :west OR venue.geo_lng <= :east)', box);
    const rows = await venues.getRawMany<{ id: number; lat: number; lng: number }>();
    return rows
      .filter((row) => distanceKm(lat, lng, row.lat, row.lng) <= radiusKm)
      .map(({ id }) => id);
  }
}

const asReference = (text: string): number | string =>
  /^\d{1,15}$/.test(text) ? Number(text) : text;
