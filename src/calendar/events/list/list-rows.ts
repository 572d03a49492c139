import { languageConditions } from '../../../platform/translations';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { searchWords } from '../../../platform/texts';
import type { Database } from '../../../platform/database';
import type { EventLink, LinkFilter, LinkKind } from '../../links';
import { filterByStatus } from '../../publication';
import type { EventListQuery } from '../dto/event-list-query';
import { toEventStatus } from '../event-choices';
import { FILTER_KEYS, type ShownKey } from '../event-keys';
import { openTo, readsHidden } from '../protection';
import { earliestStart, SPANS, EventText, Event, SEVERAL_VENUES } from '../event.entity';
import { filtersByEvent, LOCATED, type ResolvedQuery } from './event-filters';
import type { EventWindow } from './event-window';
import type { Condition } from './geo';

/** Has every column that lists filter by, so that a total reads no rows. */
const LISTED = 'ix_events_listed';
const BY_SPAN = 'ix_events_span_listed_start_id_end_utc';
const BY_SERIES = 'ix_events_series_listed_start_id_end_utc';
/** Indexes with the dates of listed events in another order. */
const BY_ORDER: Partial<Record<Order, string>> = {
  title: 'ix_events_title_key_id_listed_start_end_utc',
  date: 'ix_events_date_utc_id_listed_start_end_utc_series',
  modified: 'ix_events_modified_utc_id_listed_start_end_utc',
};

type Order = Required<EventListQuery>['orderby'];

/** An order reveals values of its key, so protected events must show the key. */
const ORDERS = {
  start_date: 'start_utc',
  end_date: 'end_utc',
  date: 'date_utc',
  modified: 'modified_utc',
  title: 'title_key',
  id: 'id',
} as const satisfies Record<Order & ShownKey, keyof Event>;

/** With more records, the events are read instead of the links. */
const RECORDS_MAX = 150;
/** Up to this number events are sorted, although an index has their order. */
const SORTED_MAX = 5000;
/** From this number on, rows are looked up in the order of an index instead of being sorted. */
const LARGE = 100_000;
/** A page of links to several records is read in order if it ends in the first twentieth of the list. */
const SHARE = 20;

/** The table that a list reads: events, or one with the columns that lists filter and sort by. */
export interface ListRows {
  rows: SelectQueryBuilder<ObjectLiteral>;
  id: string;
  start: string;
  end: string;
  /** The rows are links of this filter. An event that is linked to several of its records has several rows. */
  links?: LinkFilter;
  /** The database chooses the index. */
  isPlanned?: boolean;
  isSearch?: boolean;
}

/** @param inOrder whether to read the events in order until a page is full, instead of sorting them */
export const listRows = (database: Database, resolved: ResolvedQuery, inOrder = false): ListRows =>
  filtered(database, resolved, sourceOf(database, resolved, inOrder));

/** Chooses links to few records, else the searched texts, else events by an index. */
function sourceOf(database: Database, resolved: ResolvedQuery, inOrder: boolean): ListRows {
  const { query, filters, window } = resolved;
  const { include, slug, post_parent, series, search = '', orderby = 'start_date' } = query;
  if (window.runningAt) return runningEvents(database, window.runningAt);
  // The links of protected events have no start.
  const isLinked = !resolved.hidesProtected && filters.links.some(({ location }) => !location);
  if (!resolved.isListed || isLinked || (include ?? slug ?? post_parent ?? series) !== undefined)
    return { ...events(database, resolved), isPlanned: true };
  const links = resolved.hidesProtected ? narrowest(filters.links) : undefined;
  const isByStart = orderby === 'start_date';
  if (links && (!inOrder || (isByStart && links.ids.length === 1)))
    return linkRows(database, links);
  if (searchWords(search).length > 0 && (!inOrder || isByStart)) return textRows(database);
  return events(database, resolved, (inOrder ? BY_ORDER[orderby] : undefined) ?? LISTED);
}

/**
 * Returns whether a page is read in the order of an index until it is full. Sorting takes time for every
 * event of the list; an index may have any number of other events before them, whose rows are looked up.
 *
 * @param end the position of the end of the page
 * @param total undefined if unknown
 */
export function isInOrder(resolved: ResolvedQuery, end: number, total?: number): boolean {
  const { orderby = 'start_date' } = resolved.query;
  if (orderby === 'id' || orderby === 'end_date') return false;
  const isCovered =
    resolved.filters.links.length === 0 &&
    !filtersByEvent(resolved, orderby === 'date' ? 'in_series' : undefined);
  if (total === undefined || isCovered) return isCovered && (total ?? Infinity) > SORTED_MAX;
  return total > (orderby === 'start_date' ? Math.max(SORTED_MAX, SHARE * end) : LARGE);
}

/** `series` is the alias of an outer statement. */
export function seriesRows(database: Database, resolved: ResolvedQuery): ListRows {
  const source = events(database, resolved, BY_SERIES);
  source.rows.andWhere('event.series = series.id');
  return filtered(database, resolved, source);
}

export const hasDuplicates = ({ links }: ListRows): boolean => (links?.ids.length ?? 0) > 1;

/** Selects `id`, and the value of the order as `position`. */
export function ordered(
  source: ListRows,
  { orderby = 'start_date', order }: EventListQuery,
): SelectQueryBuilder<ObjectLiteral> {
  const { id, start, end } = source;
  const rows = source.rows.clone();
  const own = { start_date: start, end_date: end, id }[orderby as string];
  const position = own ?? `event.${ORDERS[orderby]}`;
  if (own === undefined && !hasEvent(rows)) rows.innerJoin(Event, 'event', `event.id = ${id}`);
  if (hasDuplicates(source)) rows.groupBy(id).addGroupBy(position);
  const direction = order === 'desc' ? 'DESC' : 'ASC';
  rows.select(id, 'id').addSelect(`(${position})`, 'position').orderBy(position, direction);
  return orderby === 'id' ? rows : rows.addOrderBy(id, direction);
}

/** @param index undefined: the database chooses */
function events(database: Database, resolved: ResolvedQuery, index?: string): ListRows {
  const rows = database.select(Event, 'event');
  if (index) rows.useIndex(index);
  // The plus keeps SQLite from reading the events by start and sorting them.
  const sign = index && Object.values(BY_ORDER).includes(index) ? '+' : '';
  const start = `${sign}event.${resolved.isListed ? 'listed_start' : 'start_utc'}`;
  if (resolved.isListed) rows.where(`${start} IS NOT NULL`);
  return { rows, id: 'event.id', start, end: `${sign}event.end_utc` };
}

/** Finds the events in progress: each duration class has an earliest start. */
function runningEvents(database: Database, at: Date): ListRows {
  const rows = database.select(Event, 'event').useIndex(BY_SPAN);
  const classes: string[] = [];
  for (const span of SPANS) {
    rows.setParameter(`earliest${span}`, earliestStart(span, at));
    classes.push(`(event.span = ${span} AND event.listed_start >= :earliest${span}
      AND event.listed_start < :at)`);
  }
  rows.where(`(${classes.join(' OR ')})`, { at });
  return { rows, id: 'event.id', start: 'event.listed_start', end: 'event.end_utc' };
}

/**
 * Returns the filter with the fewest records; of two, the later one, since venues and organizers have fewer
 * events.
 */
function narrowest(links: readonly LinkFilter[]): LinkFilter | undefined {
  let best: LinkFilter | undefined;
  for (const one of links)
    if (one.ids.length <= RECORDS_MAX && one.ids.length <= (best?.ids.length ?? Infinity))
      best = one;
  return best;
}

function linkRows(database: Database, links: LinkFilter): ListRows {
  const { condition, parameters } = database.isOneOf(
    `link.${links.kind.tables.key}`,
    'linked',
    links.ids,
  );
  const source = listedLinks(database, links.kind);
  source.rows.andWhere(condition, parameters);
  return { ...source, links };
}

/** The links of protected events have no start. */
function listedLinks(database: Database, kind: LinkKind): ListRows {
  const rows = database
    .select<EventLink>(kind.links, 'link')
    .where('link.listed_start IS NOT NULL');
  return { rows, id: 'link.event_id', start: 'link.listed_start', end: 'link.end_utc' };
}

/** Returns the links of the listed events within a window. */
export function datedLinks(database: Database, kind: LinkKind, window: EventWindow): ListRows {
  const source = listedLinks(database, kind);
  applyWindow(source, window);
  return source;
}

function textRows(database: Database): ListRows {
  const rows = database.select(EventText, 'texts').where('texts.listed = 1');
  return {
    rows,
    id: 'texts.event_id',
    start: 'texts.start_utc',
    end: 'texts.end_utc',
    isSearch: true,
  };
}

function filtered(database: Database, resolved: ResolvedQuery, source: ListRows): ListRows {
  const { query, statuses, filters, context } = resolved;
  const { rows } = source;
  if (!resolved.isListed) {
    filterByStatus(rows, statuses, context.caller);
    rows.andWhere('event.hide_from_listings = :shown', { shown: false });
  }
  applySearch(database, source, query);
  applyWindow(source, resolved.window);
  for (const links of filters.links) {
    if (links === source.links) continue;
    if (links.location) whereEvent(source, isAt(links.location));
    else applyLinks(database, source, links, resolved.isListed && resolved.hidesProtected);
  }
  for (const location of filters.locations) whereEvent(source, isAt(location));
  const open = openCondition(resolved);
  if (query.geoloc === false) {
    const { condition, parameters } = isAt(LOCATED);
    const isShown = `${condition} ${open ? `AND ${open.condition}` : ''}`;
    rows.setParameters(open?.parameters ?? {});
    whereEvent(source, { condition: `NOT COALESCE(${isShown}, 0)`, parameters });
  }
  applyFilters(source, query);
  for (const languages of languageConditions('event', query, context))
    whereEvent(source, languages);
  // Protected events are not found by fields that they hide. They are not in the rows of links.
  if (open && !source.links && filtersByHidden(resolved)) whereEvent(source, open);
  return source;
}

/** The redundant condition on the other end lets an index be used. */
function applyWindow(source: ListRows, window: EventWindow): void {
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
  if (modifiedAfter)
    whereEvent(source, {
      condition: '+event.modified_utc > :modifiedAfter',
      parameters: { modifiedAfter },
    });
}

function applyLinks(
  database: Database,
  { rows, id, isPlanned }: ListRows,
  { kind, ids }: LinkFilter,
  areOpen: boolean,
): void {
  const { condition, parameters } = database.isOneOf(`linked.${kind.tables.key}`, kind.key, ids);
  // Links to listed events that are open to all have a start.
  const links = `FROM ${kind.tables.links} linked
    WHERE ${condition} ${areOpen ? 'AND linked.listed_start IS NOT NULL' : ''}`;
  rows.andWhere(
    isPlanned
      ? `${id} IN (SELECT linked.event_id ${links})`
      : exists(`SELECT 1 ${links} AND linked.event_id = ${id}`),
    parameters,
  );
}

/** The plus keeps SQLite from using an index of the column, and sorting its events. */
function applyFilters(source: ListRows, query: EventListQuery): void {
  const { include, slug, event_status, series, in_series, recurrence_id } = query;
  const conditions: [unknown, string, ObjectLiteral?][] = [
    [include, 'event.id IN (:...include)', { include }],
    [slug, 'event.slug IN (:...slug)', { slug }],
    [series, 'event.series IN (:...series)', { series }],
    [in_series, `+event.series IS ${in_series ? 'NOT NULL' : 'NULL'}`],
    [recurrence_id, 'event.recurrence_id IN (:...recurrence_id)', { recurrence_id }],
    [
      event_status,
      'event.event_status IN (:...event_status)',
      { event_status: event_status?.map(toEventStatus) },
    ],
    ...FILTER_KEYS.map((name): [unknown, string, ObjectLiteral] => [
      query[name],
      `${name === 'post_parent' ? '' : '+'}event.${name} = :${name}`,
      { [name]: query[name] },
    ]),
  ];
  for (const [value, condition, parameters = {}] of conditions)
    if (value !== undefined) whereEvent(source, { condition, parameters });
}

function applySearch(
  database: Database,
  { rows, id, isSearch }: ListRows,
  { search = '' }: EventListQuery,
): void {
  const words = searchWords(search);
  if (words.length === 0) return;
  const parameters = Object.fromEntries(words.map((word, index) => [`word${index}`, word]));
  const condition = Object.keys(parameters)
    .map((name) => database.contains('texts.content', `:${name}`))
    .join(' AND ');
  const text = `SELECT 1 FROM event_texts texts WHERE texts.event_id = ${id} AND ${condition}`;
  rows.andWhere(isSearch ? condition : exists(text), parameters);
}

/**
 * Returns the condition that an event has a venue that meets a condition. The only venue of an event is in
 * the index of the list; the links of events with several are looked up.
 */
function isAt({ condition, parameters }: Condition): Condition {
  const isVenue = `IN (SELECT venue.id FROM venues venue WHERE ${condition})`;
  const several = exists(
    `SELECT 1 FROM event_venues linked
     WHERE linked.event_id = event.id AND linked.venue_id ${isVenue}`,
  );
  const isOneOf = `event.sole_venue = ${SEVERAL_VENUES} AND ${several}`;
  return { condition: `(event.sole_venue ${isVenue} OR ${isOneOf})`, parameters };
}

/** Returns undefined if all events are open to the caller. */
function openCondition(resolved: ResolvedQuery): Condition | undefined {
  if (!resolved.hidesProtected) return undefined;
  if (!resolved.isListed) return openTo(resolved.context.caller);
  return { condition: 'event.open_start IS NOT NULL', parameters: {} };
}

/** Returns whether a list filters by hidden fields in another way than by links with a start. */
const filtersByHidden = ({ query, filters, ...resolved }: ResolvedQuery): boolean =>
  resolved.isOpenOnly === true ||
  filters.locations.length > 0 ||
  filters.links.some(({ location }) => location !== undefined || !resolved.isListed) ||
  FILTER_KEYS.some((name) => query[name] !== undefined && readsHidden(name));

const hasEvent = (rows: SelectQueryBuilder<ObjectLiteral>): boolean =>
  rows.expressionMap.aliases.some(({ name }) => name === 'event');

/** Adds a condition on the event, under the alias `event`. */
function whereEvent({ rows, id }: ListRows, { condition, parameters }: Condition): void {
  const event = `SELECT 1 FROM events event WHERE event.id = ${id} AND ${condition}`;
  rows.andWhere(hasEvent(rows) ? condition : exists(event), parameters);
}

/**
 * Returns the condition that a correlated statement has a result. Databases turn EXISTS and IN into joins,
 * which may lose the order of the list. They do not rewrite this form.
 */
const exists = (statement: string): string => `(${statement} LIMIT 1) = 1`;
