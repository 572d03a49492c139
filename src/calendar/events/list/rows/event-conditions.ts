import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../../../../platform/storage/database';
import { filterByStatus } from '../../../publication';
import type { EventListQuery } from '../../dto/event-list-query';
import { FILTER_KEYS } from '../../event-keys';
import { openTo } from '../../event-password';
import { toEventStatus } from '../../event-status';
import { Event } from '../../event.entity';
import { readsHidden } from '../../protection';
import type { PlaceFilter } from '../event-filters';
import type { EventWindow } from '../event-window';
import type { Condition } from '../geo';
import { hidesProtected, isListed, type ResolvedQuery } from '../resolved-query';
import { hasWords, type Lead, rowsOf, type Source } from './lead-rows';

/** The most venues that a look-up names. Parsing a statement with more takes milliseconds. */
const NAMED_MAX = 150;

/** For listed events, open means without a password, which an index can check. */
const HIDES_LISTED: Source['hides'] = { open: 'event.open_start IS NOT NULL', byLinks: true };

/**
 * Returns the rows of a list with all of its filters.
 *
 * @param gathers whether the events of links are gathered first: in any order, and so for a total only
 */
export function complete(
  database: Database,
  resolved: ResolvedQuery,
  lead: Lead,
  gathers = false,
): Source {
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
  for (const filter of filters.links)
    if (filter !== lead) applyLinks(database, source, filter, listed && !gathers);
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
  const { include, search, event_status, geoloc, series, in_series, recurrence_id } = query;
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
    // The unary plus keeps SQLite from using an index by a flag, whose events it would have to sort.
    const column = name === 'post_parent' ? 'event.post_parent' : `+event.${name}`;
    filter(name, `${column} = :${name}`, { [name]: query[name] });
  }
  filter('event_status', 'event.event_status IN (:...eventStatuses)', {
    eventStatuses: event_status?.map(toEventStatus),
  });
  filter('series', 'event.series IN (:...series)', { series });
  filter('in_series', `event.series IS ${in_series ? 'NOT NULL' : 'NULL'}`);
  filter('recurrence_id', 'event.recurrence_id IN (:...recurrenceIds)', {
    recurrenceIds: recurrence_id,
  });
  for (const place of filters.places) applyPlace(source, place);
  if (geoloc === false) {
    const { inside, beside } = hiding(source, 'geoloc', 'located');
    const located = `${VENUES_OF} venue.geo_lat IS NOT NULL AND venue.status = 'publish'`;
    rows.andWhere(
      `NOT (COALESCE(${exists(`${located} AND located.event_id = ${id} ${inside}`)}, 0) ${beside})`,
    );
  }
  const { condition, parameters } = hasWords(database, search ?? '');
  if (condition && !keeps.includes('search'))
    rows.andWhere(
      exists(`SELECT 1 FROM event_texts texts WHERE texts.event_id = ${id} AND ${condition}`),
      parameters,
    );
}

/**
 * Returns the conditions that hide events: inside the query of the links, under an alias, and outside of it.
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

/** The beginning of a statement for the venues of an event, under the aliases `located` and `venue`. */
const VENUES_OF = `SELECT 1 FROM event_venues located
  JOIN venues venue ON venue.id = located.venue_id WHERE`;

/** Keeps the events with a venue that meets a condition. */
function applyPlace(source: Source, { condition, parameters }: Condition): void {
  const { inside, beside } = hiding(source, 'geoloc_lat', 'located');
  const at = `${VENUES_OF} located.event_id = ${source.id} AND ${condition} ${inside}`;
  source.rows.andWhere(`${exists(at)} ${beside}`, parameters);
}

function applyLinks(
  database: Database,
  source: Source,
  filter: PlaceFilter,
  isInOrder: boolean,
): void {
  const { kind, ids, place } = filter;
  const { rows, id } = source;
  const { inside, beside } = hiding(source, kind.parameter, 'linked');
  const { links: table, key } = kind.tables;
  const isLookUp = isInOrder && source.hides !== undefined;
  if (isLookUp && place && ids.length > NAMED_MAX) return applyPlace(source, place);
  const name = `${kind.key}Ids${Object.keys(rows.getParameters()).length}`;
  const { condition, parameters } = database.isOneOf(`linked.${key}`, name, ids);
  const links = `FROM ${table} linked WHERE ${condition} ${inside}`;
  rows.andWhere(
    isLookUp
      ? exists(`SELECT 1 ${links} AND linked.event_id = ${id}`)
      : `${id} IN (SELECT linked.event_id ${links}) ${beside}`,
    parameters,
  );
}
