import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { may } from '../../../../platform/access';
import { searchWords } from '../../../../platform/foundation/texts';
import type { RequestContext } from '../../../../platform/http/request-context';
import type { Database } from '../../../../platform/storage/database';
import type { EventLink, LinkFilter } from '../../../links';
import { filterByStatus, type PostStatus } from '../../../publication';
import type { EventListQuery } from '../../dto/event-list-query';
import { openTo } from '../../event-password';
import { earliestStart, SPANS } from '../../event-span';
import { toEventStatus } from '../../event-status';
import { EventText } from '../../event-text.entity';
import { Event } from '../../event.entity';
import { readsHidden } from '../../protection';
import type { Filters, PlaceFilter } from '../event-filters';
import type { EventWindow } from '../event-window';
import type { Condition } from '../geo';
import { BY_CHANGE, BY_FLAGS, BY_SPAN, BY_STATUS, BY_VIRTUAL, orderIndex } from './event-indexes';

/** The most venues that a look-up names. Parsing a statement with more takes milliseconds. */
const NAMED_MAX = 150;
/** The most parts that are read one by one. A statement with more takes longer than sorting all rows. */
export const PARTS_MAX = 150;

/** A list query with its resolved filters, window and request context. */
export interface Wanted {
  query: EventListQuery;
  statuses: readonly PostStatus[];
  filters: Filters;
  window: EventWindow;
  context: RequestContext;
}

/**
 * The table or index that a list is read from: the events by start, or in the requested order; with the index
 * that the database chooses (`simple`); the events by their flags, their status, `is_virtual` or their last
 * change; the searched texts; the events running at an instant; or the links to some records.
 */
export type Lead =
  | 'events'
  | 'ordered'
  | 'simple'
  | 'flags'
  | 'statuses'
  | 'virtual'
  | 'changes'
  | 'texts'
  | { runningAt: Date }
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
  /** The parameters that all rows of the source already meet. */
  keeps: readonly (keyof EventListQuery)[];
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

export const isByStart = ({ query: { orderby = 'start_date' } }: Pick<Wanted, 'query'>): boolean =>
  orderby === 'start_date';

/** Returns whether a list has published events only, so that all of its sources have a listed start. */
export const isListed = ({ statuses }: Wanted): boolean =>
  statuses.every((status) => status === 'publish');

/** Returns whether protected fields are hidden from the caller. */
export const hidesProtected = ({ context: { caller } }: Pick<Wanted, 'context'>): boolean =>
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
  if (typeof lead === 'object')
    return 'kind' in lead ? linkSource(database, lead) : running(database, lead.runningAt);
  switch (lead) {
    case 'texts':
      return textSource(database, wanted);
    case 'flags':
      return flagSource(database, wanted);
    case 'statuses':
      return statusSource(database, wanted);
    case 'virtual':
      return virtualSource(database, wanted);
    case 'changes':
      return changeSource(database, wanted);
    case 'events':
    case 'ordered':
    case 'simple':
      return eventSource(database, wanted, lead);
  }
}

function eventSource(
  database: Database,
  wanted: Wanted,
  lead: 'events' | 'ordered' | 'simple',
): Source {
  const rows = database.select(Event, 'event');
  if (lead !== 'simple') rows.useIndex(orderIndex(lead === 'ordered' ? wanted.query : {}));
  // The unary plus keeps SQLite from reading another index, whose events it would have to sort.
  const sign = lead === 'ordered' ? '+' : '';
  const start = `${sign}event.${isListed(wanted) ? 'listed_start' : 'start_utc'}`;
  if (isListed(wanted)) rows.where(`${start} IS NOT NULL`);
  return { rows, id: 'event.id', start, end: `${sign}event.end_utc`, repeats: false, keeps: [] };
}

/**
 * Selects the events from one index, under their own alias. Other columns are looked up by id: if the same
 * statement reads them, MariaDB reads all past events with the same first index column.
 */
function indexed(database: Database, name: string): SelectQueryBuilder<ObjectLiteral> {
  return database.select<ObjectLiteral>(Event, 'indexed').useIndex(name);
}

function flagSource(database: Database, { query: { featured, ticketed } }: Wanted): Source {
  const values = (flag?: boolean): number[] => (flag === undefined ? [0, 1] : [Number(flag)]);
  const parts = values(featured).flatMap((one) =>
    values(ticketed).map((other) => ({
      condition: `indexed.featured = ${one} AND indexed.ticketed = ${other}`,
      parameters: {},
    })),
  );
  return {
    rows: indexed(database, BY_FLAGS).where(
      `indexed.featured IN (${values(featured).join()}) AND indexed.ticketed IN (${values(ticketed).join()})
       AND indexed.open_start IS NOT NULL`,
    ),
    id: 'indexed.id',
    start: 'indexed.open_start',
    end: 'indexed.end_utc',
    repeats: false,
    keeps: ['featured', 'ticketed'],
    parts: parts.length > 1 ? parts : undefined,
  };
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
    keeps: ['event_status'],
    parts: parts.length > 1 ? parts : undefined,
  };
}

function virtualSource(database: Database, { query: { is_virtual } }: Wanted): Source {
  const rows = indexed(database, BY_VIRTUAL).where(
    'indexed.is_virtual = :leading AND indexed.open_start IS NOT NULL',
    { leading: is_virtual },
  );
  const [start, end] = ['indexed.open_start', 'indexed.end_utc'];
  return { rows, id: 'indexed.id', start, end, repeats: false, keeps: ['is_virtual'] };
}

function changeSource(database: Database, { window: { modifiedAfter } }: Wanted): Source {
  const rows = indexed(database, BY_CHANGE).where(
    'indexed.modified_utc > :modifiedAfter AND +indexed.listed_start IS NOT NULL',
    { modifiedAfter },
  );
  const [start, end] = ['+indexed.listed_start', '+indexed.end_utc'];
  return { rows, id: 'indexed.id', start, end, repeats: false, keeps: ['modified_after'] };
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
    keeps: [],
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
    keeps: [],
    parts:
      ids.length > 1 && ids.length <= PARTS_MAX
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
    keeps: ['search'],
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

function applyLinks(
  database: Database,
  source: Source,
  filter: PlaceFilter,
  listed: boolean,
): void {
  const { kind, ids, place } = filter;
  const { rows, id } = source;
  const { inside, beside } = hiding(source, kind.parameter, 'linked');
  const { links: table, key } = kind.tables;
  const isLookUp = listed && source.hides !== undefined;
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
