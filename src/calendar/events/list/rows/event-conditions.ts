import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../../../../platform/storage/database';
import { filterByStatus } from '../../../publication';
import type { EventListQuery } from '../../dto/event-list-query';
import { FILTER_KEYS } from '../../event-keys';
import { openTo } from '../../event-password';
import { toEventStatus } from '../../event-choices';
import { Event, SEVERAL_VENUES } from '../../event.entity';
import { readsHidden } from '../../protection';
import { hidesProtected, isListed, type PlaceFilter, type ResolvedQuery } from '../event-filters';
import type { EventWindow } from '../event-window';
import type { Condition } from '../geo';
import { hasWords, type Lead, rowsOf, type Source } from './lead-rows';

/** For listed events, open means without a password, which an index can check. */
const HIDES_LISTED: Source['hides'] = { open: 'event.open_start IS NOT NULL', byLinks: true };

/** Returns the rows of a list with all of its filters. */
export function complete(database: Database, resolved: ResolvedQuery, lead: Lead): Source {
  const { statuses, filters, window, context } = resolved;
  const source = rowsOf(database, resolved, lead);
  const listed = isListed(resolved);
  if (hidesProtected(resolved)) {
    if (listed) source.hides = HIDES_LISTED;
    else {
      const { condition, parameters } = openTo(context.caller);
      source.hides = { open: condition, byLinks: false };
      source.rows.setParameters(parameters);
    }
  }
  for (const filter of filters.links) if (filter !== lead) applyLinks(database, source, filter);
  if (!listed) {
    filterByStatus(source.rows, statuses, context.caller);
    source.rows.andWhere('event.hide_from_listings = :shown', { shown: false });
  }
  applyWindow(source, window);
  applyFilters(database, source, resolved);
  return source;
}

/** Filters by a time range. The redundant condition on the other end lets an index be used. */
export function applyWindow(source: Source, window: EventWindow): void {
  const { rows, start, end } = source;
  const conditions: [keyof EventWindow, string][] = [
    ['startsFrom', `${start} >= :startsFrom AND ${end} >= :startsFrom`],
    ['startsUntil', `${start} <= :startsUntil`],
    ['endsUntil', `${end} <= :endsUntil AND ${start} <= :endsUntil`],
    ['runsFrom', `(${end} > :runsFrom OR ${start} >= :runsFrom)`],
    ['startsBefore', `${start} < :startsBefore`],
    ['startsAfter', `${start} > :startsAfter AND ${end} > :startsAfter`],
    ['endsBefore', `${end} < :endsBefore AND ${start} < :endsBefore`],
    ['endsAfter', `${end} > :endsAfter`],
  ];
  for (const [name, condition] of conditions)
    if (window[name] !== undefined) rows.andWhere(condition, { [name]: window[name] });
  const { modifiedAfter } = window;
  if (modifiedAfter && !source.keeps.includes('modified_after'))
    whereEvent(source, 'event.modified_utc > :modifiedAfter', { modifiedAfter });
}

/** Filters by the other parameters of the list. */
function applyFilters(database: Database, source: Source, { query, filters }: ResolvedQuery): void {
  const { rows, id, hides, keeps } = source;
  const { include, search, slug, event_status, series, in_series, recurrence_id } = query;
  if (include) rows.andWhere(`${id} IN (:...include)`, { include });
  // Protected events are not found by keys that they hide.
  const filter = (
    name: keyof EventListQuery,
    condition: string,
    parameters?: ObjectLiteral,
  ): void => {
    if (query[name] === undefined || keeps.includes(name)) return;
    const open = hides && readsHidden(name) ? ` AND ${hides.open}` : '';
    whereEvent(source, `(${condition})${open}`, parameters);
  };
  for (const name of FILTER_KEYS) {
    // The unary plus keeps SQLite from using an index by this column, whose events it would have to sort.
    const column = name === 'post_parent' ? 'event.post_parent' : `+event.${name}`;
    filter(name, `${column} = :${name}`, { [name]: query[name] });
  }
  filter('slug', 'event.slug IN (:...slugs)', { slugs: slug });
  filter('event_status', 'event.event_status IN (:...eventStatuses)', {
    eventStatuses: event_status?.map(toEventStatus),
  });
  filter('series', 'event.series IN (:...series)', { series });
  filter('in_series', `+event.series IS ${in_series ? 'NOT NULL' : 'NULL'}`);
  filter('recurrence_id', 'event.recurrence_id IN (:...recurrenceIds)', {
    recurrenceIds: recurrence_id,
  });
  for (const place of filters.places) applyPlace(source, place);
  if (filters.outside) {
    const { condition, parameters } = filters.outside;
    whereEvent(source, `NOT COALESCE(${isAt(source, condition)}, 0)`, parameters);
  }
  const { condition, parameters } = hasWords(database, search ?? '');
  if (condition && !keeps.includes('search'))
    rows.andWhere(
      exists(`SELECT 1 FROM event_texts texts WHERE texts.event_id = ${id} AND ${condition}`),
      parameters,
    );
}

const hasEvent = (rows: SelectQueryBuilder<ObjectLiteral>): boolean =>
  rows.expressionMap.aliases.some(({ name }) => name === 'event');

/** Joins the events under the alias `event` to the rows of a source, unless they are joined already. */
export function withEvent({ id }: Source, rows: SelectQueryBuilder<ObjectLiteral>): void {
  if (!hasEvent(rows)) rows.innerJoin(Event, 'event', `event.id = ${id}`);
}

/** Keeps the rows whose event, under the alias `event`, meets a condition. */
function whereEvent({ rows, id }: Source, condition: string, parameters?: ObjectLiteral): void {
  rows.andWhere(
    hasEvent(rows)
      ? condition
      : exists(`SELECT 1 FROM events event WHERE event.id = ${id} AND ${condition}`),
    parameters,
  );
}

/**
 * Returns the condition that a correlated statement has a result. Databases turn EXISTS and IN into joins,
 * and may start them with the other table, whose rows are not in the order of the list: a page then reads all
 * rows. They do not rewrite this form.
 */
export const exists = (statement: string): string => `(${statement} LIMIT 1) = 1`;

/** Keeps the events that show a venue that meets a condition. */
function applyPlace(source: Source, { condition, parameters }: Condition): void {
  whereEvent(source, isAt(source, condition), parameters);
}

/**
 * Returns the condition that an event, under the alias `event`, shows a venue that meets a condition. The only
 * venue of an event is in the index of the list; the links of events with several are looked up.
 */
function isAt({ hides }: Source, place: string): string {
  const isVenue = `IN (SELECT venue.id FROM venues venue WHERE ${place})`;
  const several = exists(
    `SELECT 1 FROM event_venues linked
     WHERE linked.event_id = event.id AND linked.venue_id ${isVenue}`,
  );
  return `((event.sole_venue ${isVenue} OR event.sole_venue = ${SEVERAL_VENUES} AND ${several})
    ${hides ? `AND ${hides.open}` : ''})`;
}

function applyLinks(database: Database, source: Source, { kind, ids, place }: PlaceFilter): void {
  if (place) return applyPlace(source, place);
  const { rows, id } = source;
  const { links: table, key } = kind.tables;
  const name = `${kind.key}Ids${Object.keys(rows.getParameters()).length}`;
  const { condition, parameters } = database.isOneOf(`linked.${key}`, name, ids);
  const links = `FROM ${table} linked WHERE ${condition}`;
  const hides = readsHidden(kind.parameter) ? source.hides : undefined;
  rows.andWhere(
    hides?.byLinks
      ? exists(`SELECT 1 ${links} AND linked.listed_start IS NOT NULL AND linked.event_id = ${id}`)
      : `${id} IN (SELECT linked.event_id ${links}) ${hides ? `AND ${hides.open}` : ''}`,
    parameters,
  );
}
