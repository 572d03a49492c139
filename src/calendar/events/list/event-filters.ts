import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { may } from '../../../platform/auth';
import { type Fault, fault, invalidParams } from '../../../platform/errors';
import type { Caller, RequestContext } from '../../../platform/http/context';
import { Database } from '../../../platform/database';
import { type LinkFilter, linkFilters, LinkKinds, unknownIds } from '../../links';
import { assertMayList, canRead, type PostStatus, readableBy } from '../../publication';
import type { EventListQuery } from '../dto/event-list-query';
import type { EventKey } from '../event-keys';
import { EVENTS } from '../event.entity';
import { PARAMETERS } from '../protection';
import { Series } from '../series/series.entity';
import type { EventWindow } from './event-window';
import { type Condition, inBox, within, wrapBox, wrapLongitude } from './geo';

/** `location`: the SQL condition on venues, under the alias `venue`. */
interface LocationFilter extends LinkFilter {
  location?: Condition;
}

interface Filters {
  links: LocationFilter[];
  /** Conditions on locations with too many venues for `links`. */
  locations: Condition[];
}

export interface ResolvedQuery {
  query: EventListQuery;
  statuses: readonly PostStatus[];
  filters: Filters;
  window: EventWindow;
  context: RequestContext;
  /** The list has published events only, which have a listed start. */
  isListed: boolean;
  /** The caller does not see what passwords protect. */
  hidesProtected: boolean;
  /** Leaves out events of which the caller does not see what passwords protect. */
  isOpenOnly?: boolean;
}

const RADIUS_KM = 25;
const SLOT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
/**
 * The most venues whose ids a statement contains. A total contains them up to eight times, and SQLite accepts
 * 32,766 values.
 */
const VENUES_MAX = 3500;

@Injectable()
export class EventFilters {
  constructor(
    private readonly database: Database,
    private readonly kinds: LinkKinds,
  ) {}

  /**
   * Returns undefined if no event can match.
   *
   * @throws Problem 403 for a status that the caller may not list; 400 naming every unknown id
   */
  async resolve(
    query: EventListQuery,
    window: EventWindow,
    context: RequestContext,
  ): Promise<ResolvedQuery | undefined> {
    const { caller } = context;
    const statuses = query.status ?? ['publish'];
    assertMayList(statuses, caller);
    const { filters: links, faults } = await linkFilters(this.kinds.all, query, caller);
    const { post_parent: parent } = query;
    if (
      parent !== undefined &&
      (await unknownIds(this.database, EVENTS, [parent], caller)).length > 0
    )
      faults.push(fault('post_parent', 'not-found', `no such event: ${parent}`));
    faults.push(...(await this.faultsOfSeries(query, caller)));
    if (faults.length > 0) throw invalidParams(...faults);
    const filters: Filters = { links, locations: [] };
    for (const location of locationsOf(query, caller)) {
      const ids = await this.venuesAt(location);
      if (ids.length > VENUES_MAX) filters.locations.push(location);
      else filters.links.push({ kind: this.kinds.of('venue'), ids, location });
    }
    if (filters.links.some(({ ids }) => ids.length === 0)) return undefined;
    return {
      query,
      statuses,
      filters,
      window,
      context,
      isListed: statuses.every((status) => status === 'publish'),
      hidesProtected: !(caller.credential && may.editAll(caller)),
    };
  }

  private async faultsOfSeries(
    { series, recurrence_id }: EventListQuery,
    caller: Caller,
  ): Promise<Fault[]> {
    const faults: Fault[] = [];
    const unknown = series ? await this.unreadableSeries(series, caller) : [];
    if (unknown.length > 0)
      faults.push(fault('series', 'not-found', `no such series: ${unknown.join(', ')}`));
    if (!recurrence_id) return faults;
    if (series?.length !== 1)
      faults.push(fault('recurrence_id', 'conflict', 'needs the parameter series with one id'));
    if (!recurrence_id.every((slot) => SLOT.test(slot)))
      faults.push(fault('recurrence_id', 'format', 'must be a time such as 2027-05-04 20:00:00'));
    return faults;
  }

  /** Returns missing or unreadable ids; callers who may edit a series read it in the trash. */
  private async unreadableSeries(ids: readonly number[], caller: Caller): Promise<number[]> {
    const rows = await this.database.repository(Series).find({
      select: { id: true, author: true, status: true },
      where: { id: In([...ids]) },
    });
    const readable = new Set(rows.filter((row) => canRead(row, caller)).map(({ id }) => id));
    return ids.filter((id) => !readable.has(id));
  }

  /** Returns `VENUES_MAX` + 1 ids when there are too many. */
  private async venuesAt({ condition, parameters }: Condition): Promise<number[]> {
    const rows = await this.database
      .select(this.kinds.of('venue').entity, 'venue')
      .select('venue.id', 'id')
      .where(condition, parameters)
      .limit(VENUES_MAX + 1)
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }
}

function locationsOf(query: EventListQuery, caller: Caller): Condition[] {
  const { geoloc, geoloc_lat, geoloc_lng, geoloc_radius, bbox } = query;
  const locations: Condition[] = [];
  if (geoloc_lat !== undefined && geoloc_lng !== undefined)
    locations.push(
      both(
        within(geoloc_lat, wrapLongitude(geoloc_lng), geoloc_radius ?? RADIUS_KM),
        PUBLISHED_VENUE,
      ),
    );
  else if (geoloc) locations.push(LOCATED);
  // A map shows every venue in its box that the caller may read.
  if (bbox) locations.push(both(inBox(wrapBox(bbox)), readableBy('venue', caller)));
  return locations;
}

const PUBLISHED_VENUE: Condition = { condition: "venue.status = 'publish'", parameters: {} };

function both(one: Condition, other: Condition): Condition {
  return {
    condition: `${one.condition} AND ${other.condition}`,
    parameters: { ...one.parameters, ...other.parameters },
  };
}

export const LOCATED = both(PUBLISHED_VENUE, {
  condition: 'venue.geo_lat IS NOT NULL',
  parameters: {},
});

/** The keys that the window and the links cover. */
const DATES_AND_LINKS: readonly EventKey[] = [
  'utc_start_date',
  'utc_end_date',
  'status',
  'venue',
  'organizer',
  'categories',
  'tags',
];

const COLUMN_FILTERS = [...PARAMETERS]
  .filter(([, keys]) => !keys.every((key) => DATES_AND_LINKS.includes(key)))
  .map(([name]) => name as keyof EventListQuery);

/** Returns whether a query filters by more than dates and linked records. */
export const filtersByEvent = (
  { query, filters }: ResolvedQuery,
  except?: keyof EventListQuery,
): boolean =>
  filters.locations.length > 0 ||
  query.geoloc === false ||
  COLUMN_FILTERS.some((name) => name !== except && query[name] !== undefined);

/** Returns whether a list has all listed events within its dates. */
export const hasOnlyDates = (resolved: ResolvedQuery): boolean =>
  resolved.isListed && resolved.filters.links.length === 0 && !filtersByEvent(resolved);
