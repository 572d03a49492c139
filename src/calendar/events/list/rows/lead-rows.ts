import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { searchWords } from '../../../../platform/foundation/texts';
import type { Database } from '../../../../platform/storage/database';
import type { EventLink, LinkFilter } from '../../../links';
import type { EventListQuery } from '../../dto/event-list-query';
import { earliestStart, SPANS } from '../../event-span';
import { EventText } from '../../event-text.entity';
import { Event } from '../../event.entity';
import type { Condition } from '../geo';
import { isListed, type ResolvedQuery } from '../event-filters';

/** The events of lists by start, with all columns that lists filter by: a total reads no rows. */
const LISTED = 'ix_events_listed';
const BY_TITLE = 'ix_events_title_key_id_listed_start_end_utc';
const BY_DATE = 'ix_events_date_utc_id_listed_start_end_utc_series';
const BY_CHANGE = 'ix_events_modified_utc_id_listed_start_end_utc';
const BY_SERIES = 'ix_events_series_listed_start_id_end_utc';
const BY_FEATURED = 'ix_events_featured_open_start_id_end_utc';
const BY_SPAN = 'ix_events_span_listed_start_id_end_utc';

/** The most parts that are read one by one. A statement with more takes longer than sorting all rows. */
export const PARTS_MAX = 150;

/**
 * The table or index that a list is read from: the events by start, or in the requested order; with the index
 * that the database chooses (`simple`); the events of one series by start; the featured events; the events by
 * their last change; the searched texts; the events running at an instant; or the links to some records.
 */
export type Lead =
  | 'events'
  | 'ordered'
  | 'simple'
  | 'series'
  | 'featured'
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

/** Returns the rows of a lead, without the filters that it does not keep. */
export function rowsOf(database: Database, resolved: ResolvedQuery, lead: Lead): Source {
  if (typeof lead === 'object')
    return 'kind' in lead ? linkSource(database, lead) : running(database, lead.runningAt);
  switch (lead) {
    case 'texts':
      return textSource(database, resolved);
    case 'featured':
      return featuredSource(database);
    case 'changes':
      return changeSource(database, resolved);
    case 'events':
    case 'ordered':
    case 'simple':
    case 'series':
      return eventSource(database, resolved, lead);
  }
}

function eventSource(
  database: Database,
  resolved: ResolvedQuery,
  lead: 'events' | 'ordered' | 'simple' | 'series',
): Source {
  const rows = database.select(Event, 'event');
  if (lead === 'series') rows.useIndex(BY_SERIES);
  else if (lead !== 'simple') rows.useIndex(orderIndex(lead === 'ordered' ? resolved.query : {}));
  // The unary plus keeps SQLite from reading another index, whose events it would have to sort.
  const sign = lead === 'ordered' ? '+' : '';
  const start = `${sign}event.${isListed(resolved) ? 'listed_start' : 'start_utc'}`;
  if (isListed(resolved)) rows.where(`${start} IS NOT NULL`);
  return { rows, id: 'event.id', start, end: `${sign}event.end_utc`, repeats: false, keeps: [] };
}

/** Returns the index that a list is read from; `LISTED` has the ids and the ends to sort by, too. */
const orderIndex = ({ orderby }: Pick<EventListQuery, 'orderby'>): string =>
  ({ title: BY_TITLE, date: BY_DATE, modified: BY_CHANGE })[orderby as string] ?? LISTED;

/**
 * Selects the events from one index, under their own alias. Other columns are looked up by id: if the same
 * statement reads them, MariaDB reads all past events with the same first index column.
 */
function indexed(database: Database, name: string): SelectQueryBuilder<ObjectLiteral> {
  return database.select<ObjectLiteral>(Event, 'indexed').useIndex(name);
}

function featuredSource(database: Database): Source {
  const rows = indexed(database, BY_FEATURED).where(
    'indexed.featured = 1 AND indexed.open_start IS NOT NULL',
  );
  const [start, end] = ['indexed.open_start', 'indexed.end_utc'];
  return { rows, id: 'indexed.id', start, end, repeats: false, keeps: ['featured'] };
}

function changeSource(database: Database, { window: { modifiedAfter } }: ResolvedQuery): Source {
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
function textSource(database: Database, { query: { search = '' } }: ResolvedQuery): Source {
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
