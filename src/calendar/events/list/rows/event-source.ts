import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../../../../platform/storage/database';
import { filterByStatus } from '../../../publication';
import { openTo } from '../../event-password';
import { Event } from '../../event.entity';
import { readsHidden } from '../../protection';
import type { PlaceFilter } from '../event-filters';
import type { Condition } from '../geo';
import { hidesProtected, isListed, type ResolvedQuery } from '../resolved-query';
import { type Lead, rowsOf, type Source } from './lead-rows';

/** The most venues that a look-up names. Parsing a statement with more takes milliseconds. */
const NAMED_MAX = 150;

/** For listed events, open means without a password, which an index can check. */
const HIDES_LISTED: Source['hides'] = { open: 'event.open_start IS NOT NULL', byLinks: true };

/**
 * Returns the conditions that hide events: inside the query of the links, under an alias, and outside of it.
 */
export function hiding(
  { hides }: Source,
  parameter: string,
  link: string,
): { inside: string; beside: string } {
  if (!hides || !readsHidden(parameter)) return { inside: '', beside: '' };
  return hides.byLinks
    ? { inside: `AND ${link}.listed_start IS NOT NULL`, beside: '' }
    : { inside: '', beside: `AND ${hides.open}` };
}

/** Returns the rows of a list, filtered by its statuses and links. @param gathers see `complete` */
export function sourceOf(
  database: Database,
  resolved: ResolvedQuery,
  lead: Lead,
  gathers: boolean,
): Source {
  const { statuses, filters, context } = resolved;
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
  return source;
}

const hasEvent = (rows: SelectQueryBuilder<ObjectLiteral>): boolean =>
  rows.expressionMap.aliases.some(({ name }) => name === 'event');

/** Joins the events under the alias `event` to the rows of a source, unless they are joined already. */
export function withEvent({ id }: Source, rows: SelectQueryBuilder<ObjectLiteral>): void {
  if (!hasEvent(rows)) rows.innerJoin(Event, 'event', `event.id = ${id}`);
}

/** Keeps the rows whose event, under the alias `event`, meets a condition. */
export function whereEvent(
  { rows, id }: Source,
  condition: string,
  parameters?: ObjectLiteral,
): void {
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
export const VENUES_OF = `SELECT 1 FROM event_venues located
  JOIN venues venue ON venue.id = located.venue_id WHERE`;

/** Keeps the events with a venue that meets a condition. */
export function applyPlace(source: Source, { condition, parameters }: Condition): void {
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
