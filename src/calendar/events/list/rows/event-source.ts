import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { may } from '../../../../platform/access';
import { searchWords } from '../../../../platform/foundation/texts';
import type { RequestContext } from '../../../../platform/http/request-context';
import type { Database, ListCondition } from '../../../../platform/storage/database';
import type { EventLink } from '../../../event-links';
import { filterByStatus, type PostStatus } from '../../../records';
import type { EventListQuery } from '../../dto/event-list-query';
import { openTo } from '../../event-password';
import { earliestStart, SPANS } from '../../event-span';
import { toEventStatus } from '../../event-status';
import { EventText } from '../../event-text.entity';
import { Event } from '../../event.entity';
import { readsHidden } from '../../protection';
import type { Filters, LinkFilter } from '../event-filters';
import type { EventWindow } from '../event-window';
import type { Condition } from '../geo';
import { BY_FLAGS, BY_ORDER, BY_SPAN, BY_STATUS, BY_VIRTUAL } from './event-indexes';

/** The most venues that a look-up names. Parsing a statement with more takes milliseconds. */
const NAMED_MAX = 150;

/** A list query with its resolved filters, window and request context. */
export interface Wanted {
  query: EventListQuery;
  statuses: readonly PostStatus[];
  filters: Filters;
  window: EventWindow;
  context: RequestContext;
}

/**
 * The table or index that drives a list: the events, their flags, the requested event statuses, the events by
 * `is_virtual`, the searched texts, the events running at an instant, the last changes of the events of some
 * months, or the links to some records.
 */
export type Lead =
  | 'events'
  | 'flags'
  | 'statuses'
  | 'virtual'
  | 'texts'
  | { runningAt: Date }
  | { changedIn: readonly number[] }
  | LinkFilter;

/**
 * The table that a list is read from: the events, or a table with the columns that lists filter and sort by.
 */
export interface Source {
  rows: SelectQueryBuilder<ObjectLiteral>;
  id: string;
  start: string;
  end: string;
  /** True if an event may have several rows. */
  repeats: boolean;
  /** The parameter that all rows of the source already meet. */
  keeps?: 'event_status' | 'is_virtual' | 'search' | 'modified_after';
  /** Conditions that split the rows into parts. An index has each part in the order of the list. */
  parts?: readonly Condition[];
  /** The way protected events are excluded from filters on fields that the list hides for them. */
  hides?: Hiding;
}

interface Hiding {
  /** An SQL condition for events that are open to the caller. */
  open: string;
  /** True if the links are enough to check this: links of protected or unlisted events have no start. */
  byLinks: boolean;
}

/** For listed events, open means without a password, which an index can check. */
const HIDES_LISTED: Hiding = { open: 'event.open_start IS NOT NULL', byLinks: true };

/** Returns the query without filters, with only its window. */
export const withoutFilters = (wanted: Wanted): Wanted => ({
  ...wanted,
  query: {},
  filters: { links: [], places: [] },
});

/** Returns whether a list has published events only, so that all of its sources have a listed start. */
export const isListed = ({ statuses }: Wanted): boolean =>
  statuses.every((status) => status === 'publish');

/** Returns whether protected fields are hidden from the caller. */
export const hidesProtected = ({ context: { caller } }: Wanted): boolean =>
  !(caller.credential && may.editAll(caller));

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

/** Returns the rows of a list, filtered by its statuses and links. */
export function sourceOf(database: Database, wanted: Wanted, lead: Lead): Source {
  const { statuses, filters, context } = wanted;
  const source = rowsOf(database, wanted, lead);
  const listed = isListed(wanted);
  if (hidesProtected(wanted)) {
    if (listed) source.hides = HIDES_LISTED;
    else {
      const { condition, parameters } = openTo(context.caller);
      source.hides = { open: condition, byLinks: false };
      source.rows.setParameters(parameters);
    }
  }
  for (const filter of filters.links)
    if (filter !== lead) applyLinks(database, source, filter, listed);
  if (!listed) {
    filterByStatus(source.rows, statuses, context.caller);
    source.rows.andWhere('event.hide_from_listings = :shown', { shown: false });
  }
  return source;
}

function rowsOf(database: Database, wanted: Wanted, lead: Lead): Source {
  if (lead === 'texts') return textSource(database, wanted);
  if (lead === 'flags') return flagSource(database);
  if (lead === 'statuses') return statusSource(database, wanted);
  if (lead === 'virtual') return virtualSource(database, wanted);
  if (typeof lead === 'object') {
    if ('kind' in lead) return linkSource(database, lead);
    return 'runningAt' in lead
      ? running(database, lead.runningAt)
      : changeSource(database, wanted, lead.changedIn);
  }
  const rows = database.select(Event, 'event');
  const start = isListed(wanted) ? 'event.listed_start' : 'event.start_utc';
  if (isListed(wanted)) rows.where(`${start} IS NOT NULL`);
  return { rows, id: 'event.id', start, end: 'event.end_utc', repeats: false };
}

function flagSource(database: Database): Source {
  const rows = database
    .select(Event, 'event')
    .useIndex(BY_FLAGS)
    .where('event.featured IN (0, 1) AND event.ticketed IN (0, 1)');
  const [start, end] = ['event.open_start', 'event.end_utc'];
  return { rows, id: 'event.id', start, end, repeats: false };
}

/**
 * Selects the events from one index, under their own alias. Other columns are looked up by id: if the same
 * statement reads them, MariaDB reads all past events with the same first index column.
 */
function indexed(database: Database, name: string): SelectQueryBuilder<ObjectLiteral> {
  return database.select<ObjectLiteral>(Event, 'indexed').useIndex(name);
}

function statusSource(database: Database, { query: { event_status = [] } }: Wanted): Source {
  const statuses = [...new Set(event_status.map(toEventStatus))];
  const rows = indexed(database, BY_STATUS).where(
    'indexed.event_status IN (:...leading) AND indexed.listed_start IS NOT NULL',
    { leading: statuses },
  );
  const parts = statuses.map((status, place) => ({
    condition: `indexed.event_status = :lead${place}`,
    parameters: { [`lead${place}`]: status },
  }));
  return {
    rows,
    id: 'indexed.id',
    start: 'indexed.listed_start',
    end: 'indexed.end_utc',
    repeats: false,
    keeps: 'event_status',
    parts: parts.length > 1 ? parts : undefined,
  };
}

function virtualSource(database: Database, { query: { is_virtual } }: Wanted): Source {
  const rows = indexed(database, BY_VIRTUAL).where(
    'indexed.is_virtual = :leading AND indexed.open_start IS NOT NULL',
    { leading: is_virtual },
  );
  const [start, end] = ['indexed.open_start', 'indexed.end_utc'];
  return { rows, id: 'indexed.id', start, end, repeats: false, keeps: 'is_virtual' };
}

function changeSource(
  database: Database,
  { window: { modifiedAfter, modifiedUntil } }: Wanted,
  months: readonly number[],
): Source {
  const rows = indexed(database, BY_ORDER.modified).where(
    `indexed.listed_month IN (:...months) AND indexed.listed_start IS NOT NULL
     AND indexed.modified_utc ${modifiedUntil ? '<=' : '>'} :changed`,
    { months, changed: modifiedUntil ?? modifiedAfter },
  );
  const [start, end] = ['indexed.listed_start', 'indexed.end_utc'];
  return { rows, id: 'indexed.id', start, end, repeats: false, keeps: 'modified_after' };
}

/** An index finds the running events in every class of durations. */
function running(database: Database, at: Date): Source {
  const classes = SPANS.map(
    (span) =>
      `(event.span = ${span} AND event.listed_start >= :earliest${span} AND event.listed_start < :at)`,
  );
  const earliest = SPANS.map((span): [string, Date] => [
    `earliest${span}`,
    earliestStart(span, at),
  ]);
  const rows = database
    .select(Event, 'event')
    .useIndex(BY_SPAN)
    .where(`(${classes.join(' OR ')})`, { at, ...Object.fromEntries(earliest) });
  return {
    rows,
    id: 'event.id',
    start: 'event.listed_start',
    end: 'event.end_utc',
    repeats: false,
  };
}

function linkSource(database: Database, { kind, ids }: LinkFilter): Source {
  const { key } = kind.tables;
  const { condition, parameters } = database.isOneOf(`link.${key}`, 'leading', ids);
  return {
    rows: database
      .select<EventLink>(kind.links, 'link')
      .where(condition, parameters)
      .andWhere('link.listed_start IS NOT NULL'),
    id: 'link.event_id',
    start: 'link.listed_start',
    end: 'link.end_utc',
    repeats: ids.length > 1,
    parts:
      ids.length > 1
        ? ids.map((id, place) => ({
            condition: `link.${key} = :lead${place}`,
            parameters: { [`lead${place}`]: id },
          }))
        : undefined,
  };
}

/** The text search comes first: other filters are looked up for the matching events only. */
function textSource(database: Database, { query: { search = '' } }: Wanted): Source {
  const { condition, parameters } = hasWords(database, search);
  return {
    rows: database
      .select(EventText, 'texts')
      .where(`texts.listed = 1 AND ${condition}`, parameters),
    id: 'texts.event_id',
    start: 'texts.start_utc',
    end: 'texts.end_utc',
    repeats: false,
    keeps: 'search',
  };
}

/**
 * Returns the condition that the texts of an event, under the alias `texts`, contain every word of a search.
 */
export function hasWords(database: Database, search: string): Condition {
  const words = searchWords(search).map((word, place): [string, string] => [`word${place}`, word]);
  return {
    condition: words.map(([name]) => database.contains('texts.content', `:${name}`)).join(' AND '),
    parameters: Object.fromEntries(words),
  };
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

function applyLinks(database: Database, source: Source, filter: LinkFilter, listed: boolean): void {
  const { kind, ids, place } = filter;
  const { rows, id } = source;
  const { inside, beside } = hiding(source, kind.parameter, 'linked');
  const { links: table, key } = kind.tables;
  const isLookUp = listed && source.hides !== undefined;
  const name = `${kind.key}Ids${Object.keys(rows.getParameters()).length}`;
  const most = isLookUp ? notOfOthers(database, filter, 'linked', name) : undefined;
  if (isLookUp && place && ids.length > NAMED_MAX && !most) return applyPlace(source, place);
  const { condition, parameters } = most ?? database.isOneOf(`linked.${key}`, name, ids);
  const links = `FROM ${table} linked WHERE ${condition} ${inside}`;
  rows.andWhere(
    isLookUp
      ? exists(`SELECT 1 ${links} AND linked.event_id = ${id}`)
      : `${id} IN (SELECT linked.event_id ${links}) ${beside}`,
    parameters,
  );
}

/**
 * Returns the condition that a link, under an alias, is to a venue at a place with nearly all venues: a link
 * to none of the others. Undefined if the filter has no such list.
 */
export function notOfOthers(
  database: Database,
  { kind, others }: LinkFilter,
  link: string,
  name: string,
): ListCondition | undefined {
  if (!others) return undefined;
  if (others.length === 0) return { condition: '1 = 1', parameters: {} };
  const { condition, parameters } = database.isOneOf(`${link}.${kind.tables.key}`, name, others);
  return { condition: `NOT ${condition}`, parameters };
}
