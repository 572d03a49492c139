import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { may } from '../../../platform/access';
import type { Database } from '../../../platform/database';
import type { RequestContext } from '../../../platform/request-context';
import type { EventLink } from '../../event-links';
import { filterByStatus, type PostStatus } from '../../records';
import { openTo } from '../event-password';
import { Event } from '../event.entity';
import { readsHidden } from '../protection';
import type { LinkFilter } from './event-filters';

/**
 * The table that a list is read from: the events, or for a filter by one link the table of these
 * links, which has the columns that lists filter and sort by.
 */
export interface Source {
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
}

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

/** Published events have an index of their own; other statuses are read by status. */
export function sourceOf(
  database: Database,
  statuses: readonly PostStatus[],
  filters: readonly LinkFilter[],
  { caller }: RequestContext,
): Source {
  const listed = statuses.every((status) => status === 'publish');
  const hides = !(caller.credential && may.editAll(caller));
  const leading =
    listed && hides ? (filters.find(({ ids }) => ids.length === 1) ?? filters.at(0)) : undefined;
  const source = leading ? linkSource(database, leading) : eventSource(database, listed);
  if (hides && listed) source.hides = HIDES_LISTED;
  if (hides && !listed) {
    const { condition, parameters } = openTo(caller);
    source.hides = { open: condition, byLinks: false };
    source.rows.setParameters(parameters);
  }
  for (const filter of filters) if (filter !== leading) applyLinks(source, filter);
  if (listed) {
    source.rows.andWhere(`${source.start} IS NOT NULL`);
  } else {
    filterByStatus(source.rows, statuses, caller);
    source.rows.andWhere('event.hide_from_listings = :shown', { shown: false });
  }
  return source;
}

function eventSource(database: Database, listed: boolean): Source {
  return {
    rows: database.select(Event, 'event'),
    id: 'event.id',
    start: listed ? 'event.listed_start' : 'event.start_utc',
    end: 'event.end_utc',
    repeats: false,
  };
}

function linkSource(database: Database, { kind, ids }: LinkFilter): Source {
  const { key } = kind.tables;
  return {
    rows: database
      .select<EventLink>(kind.links, 'link')
      .where(`link.${key} IN (:...leading)`, { leading: ids }),
    id: 'link.event_id',
    start: 'link.listed_start',
    end: 'link.end_utc',
    repeats: ids.length > 1,
  };
}

/** Joins the events under the alias `event` to rows of the source, unless they are there. */
export function withEvent({ id }: Source, rows: SelectQueryBuilder<ObjectLiteral>): void {
  if (!rows.expressionMap.aliases.some(({ name }) => name === 'event'))
    rows.innerJoin(Event, 'event', `event.id = ${id}`);
}

function applyLinks(source: Source, { kind, ids }: LinkFilter): void {
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
