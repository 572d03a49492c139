import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../../../platform/database';
import { searchWords } from '../../../platform/texts';
import { EVENT_FLAGS } from '../../event-counts';
import { wantedFlags } from '../event-flags';
import { monthOf } from '../event-span';
import { type Counted, countedRanges } from './counted-list';
import { ALL_LISTED, type CountedList, sizesOf } from './counted-starts';
import { applyFilters, applyWindow } from './event-conditions';
import {
  hidesProtected,
  isListed,
  type Lead,
  type Source,
  sourceOf,
  type Wanted,
} from './event-source';
import type { LinkFilter } from './event-filters';
import { type EventWindow, halvesOf } from './event-window';
import { startRange } from './start-range';

/** What a page is read from, and what a total is added up of: each event is in one of them. */
export interface Sources {
  page: Source[];
  total: (Source | Counted)[];
}

/** The indexes of events: all that are listed, and those of every month in each order. */
const INDEXES = {
  start_date: 'ix_events_listed_start_id_end_utc',
  end_date: 'ix_events_listed_month_end_utc_id_listed_start',
  date: 'ix_events_listed_month_date_utc_id_listed_start_end_utc',
  modified: 'ix_events_listed_month_modified_utc_id_listed_start_end_utc',
  title: 'ix_events_listed_month_title_key_id_listed_start_end_utc',
  id: 'ix_events_listed_month_id_listed_start_end_utc',
};

/** Parts that are read one by one at most: a statement of more takes longer than to sort all. */
const PARTS_MAX = 150;
/** To look for words in the text of one event takes about as long as to do so in four that lie together. */
const TEXT_EFFORT = 4;
/** Rows that may as well be sorted: in the order of the start, and in others, which read more. */
const FEW = { byStart: 2000, byOthers: 20_000 };

/**
 * What a list is read from, so that little is read of what it does not show: from the filter that
 * fits the fewest events, in the order of the list where an index has it.
 */
export async function sourcesOf(database: Database, wanted: Wanted): Promise<Sources> {
  if (!isListed(wanted)) {
    const source = complete(database, wanted, 'events');
    return { page: [source], total: [source] };
  }
  const halves = halvesOf(wanted.window);
  const counted = countedRanges(wanted);
  const sources: Sources = { page: [], total: [] };
  for (const [place, { runningAt, window }] of halves.entries()) {
    const half = { ...wanted, window };
    if (runningAt) {
      const running = complete(database, half, { runningAt });
      sources.page.push(running);
      sources.total.push(running);
    } else {
      const { lead, isFew } = await leadOf(database, half);
      sources.page.push(await pageSource(database, half, lead, isFew));
      sources.total.push(counted[place] ?? (await totalSource(database, half, lead)));
    }
  }
  return sources;
}

/** The rows of a list, with all that it filters by. */
function complete(database: Database, wanted: Wanted, lead: Lead): Source {
  const source = sourceOf(database, wanted, lead);
  applyWindow(source, wanted.window);
  applyFilters(database, source, wanted);
  return source;
}

const isByStart = ({ query: { orderby = 'start_date' } }: Wanted): boolean =>
  orderby === 'start_date';

/**
 * Whether databases find the way by themselves: to events that the query names, or their parent, and
 * to linked ones for those who see what is protected, of which links have no start.
 */
const isSimple = (wanted: Wanted): boolean =>
  wanted.query.include !== undefined ||
  wanted.query.post_parent !== undefined ||
  (wanted.filters.links.length > 0 && !hidesProtected(wanted));

/** The filter that fits the fewest events; `isFew` if they may as well be sorted. */
async function leadOf(database: Database, wanted: Wanted): Promise<{ lead: Lead; isFew: boolean }> {
  const { query, filters } = wanted;
  const { links } = filters;
  if (isSimple(wanted)) return { lead: 'events', isFew: true };
  const few = isByStart(wanted) ? FEW.byStart : FEW.byOthers;
  if (links.length === 0) {
    if (searchWords(query.search ?? '').length > 0) return { lead: 'texts', isFew: false };
    const lead = columnLead(wanted);
    if (lead === 'events' || isByStart(wanted)) return { lead, isFew: false };
    const isFew =
      (await countUpTo(database, complete(database, wanted, lead).rows, few + 1)) <= few;
    return { lead: isFew ? lead : 'events', isFew };
  }
  if (links.length === 1 && links[0].ids.length <= PARTS_MAX && isByStart(wanted))
    return { lead: links[0], isFew: false };
  const sizes = await Promise.all(links.map((link) => linksUpTo(database, wanted, link, few + 1)));
  const least = sizes.indexOf(Math.min(...sizes));
  return { lead: links[least], isFew: sizes[least] <= few };
}

/** The number of links of a filter in the window, or `most` when there are more. */
async function linksUpTo(
  database: Database,
  wanted: Wanted,
  link: LinkFilter,
  most: number,
): Promise<number> {
  const count = (ids: readonly number[]): Promise<number> => {
    const lead = { ...link, ids };
    const source = sourceOf(database, { ...wanted, filters: { links: [], places: [] } }, lead);
    applyWindow(source, { ...wanted.window, modifiedAfter: undefined });
    return countUpTo(database, source.rows, most);
  };
  // To plan the ranges of a thousand ids takes longer than to read the links of some of them.
  const first = link.ids.slice(0, PARTS_MAX);
  const size = await count(first);
  return first.length === link.ids.length || size === most ? size : count(link.ids);
}

/** The columns of few events, or of all of them in the order of their start. */
function columnLead(wanted: Wanted): 'events' | 'statuses' | 'virtual' {
  const { query, window } = wanted;
  const { event_status, is_virtual } = query;
  if (event_status && !event_status.includes('scheduled')) return 'statuses';
  if (window.modifiedAfter || hasFlags(wanted)) return 'events';
  if (is_virtual !== undefined && hidesProtected(wanted)) return 'virtual';
  return event_status ? 'statuses' : 'events';
}

const hasFlags = ({ query }: Wanted): boolean =>
  query.featured !== undefined || query.ticketed !== undefined;

async function pageSource(
  database: Database,
  wanted: Wanted,
  lead: Lead,
  isFew: boolean,
): Promise<Source> {
  const isLink = typeof lead === 'object' && 'ids' in lead;
  const isWhole = isLink && !isFew && (lead.ids.length > PARTS_MAX || !isByStart(wanted));
  const source = complete(database, wanted, isWhole ? 'events' : lead);
  if (isLink && !isWhole) {
    if (isFew) source.parts = undefined;
    return source;
  }
  if (lead === 'statuses' && isFew) source.parts = undefined;
  if (typeof lead === 'string' && lead !== 'events') return source;
  if (isSimple(wanted)) return source;
  const { orderby = 'start_date' } = wanted.query;
  const { modifiedAfter } = wanted.window;
  if (modifiedAfter || !isByStart(wanted)) {
    const months = await monthsOf(database, wanted.window);
    if (!months) return source;
    if (modifiedAfter) {
      const modified = complete(database, wanted, 'events');
      inMonths(modified, months).useIndex(INDEXES.modified);
      if ((await countUpTo(database, modified.rows, FEW.byStart + 1)) <= FEW.byStart)
        return modified;
    }
    if (!isByStart(wanted))
      source.parts = months.map((month, place) => ({
        condition: `event.listed_month = :month${place}`,
        parameters: { [`month${place}`]: month },
      }));
  }
  source.rows.useIndex(INDEXES[orderby]);
  return source;
}

async function totalSource(database: Database, wanted: Wanted, pageLead: Lead): Promise<Source> {
  if (isSimple(wanted)) return complete(database, wanted, pageLead);
  const { window } = wanted;
  const lead = await totalLead(database, wanted, pageLead);
  const source = complete(database, wanted, lead);
  if (lead !== 'events') return source;
  const months = window.modifiedAfter && (await monthsOf(database, window));
  if (months) inMonths(source, months).useIndex(INDEXES.modified);
  else source.rows.useIndex(INDEXES.start_date);
  return source;
}

/** A filter that a total can be read by, and events of which the counters tell how many there are. */
interface Candidate {
  lead: Lead;
  counted: CountedList;
  /** What the rest of the filters takes for one of these events, as a multiple of a look-up by key. */
  effort: number;
}

/** The filter by which a total is counted with the fewest look-ups. */
async function totalLead(database: Database, wanted: Wanted, pageLead: Lead): Promise<Lead> {
  const candidates = candidatesOf(wanted);
  if (candidates.length < 2) return candidates.length === 0 ? pageLead : candidates[0].lead;
  const range = startRange({ ...wanted.window, modifiedAfter: undefined });
  if (!range) return pageLead;
  const lists = candidates.map(({ counted }) => counted);
  const sizes = await sizesOf(database, lists, range);
  const efforts = candidates.map(({ effort }, place) => effort * sizes[place]);
  return candidates[efforts.indexOf(Math.min(...efforts))].lead;
}

function candidatesOf(wanted: Wanted): Candidate[] {
  const { query, filters } = wanted;
  const isSearch = searchWords(query.search ?? '').length > 0;
  const effort = isSearch ? TEXT_EFFORT : 1;
  const candidates: Candidate[] = filters.links
    // Places that have most of the events are left to the others.
    .filter(({ ids }) => ids.length <= PARTS_MAX)
    .map((link) => {
      const { links: list, key } = link.kind.tables;
      return { lead: link, counted: { list, key, records: link.ids }, effort };
    });
  const lead = flagLead(wanted);
  if (lead) {
    const counted = { list: EVENT_FLAGS, records: wantedFlags(query, true) };
    candidates.push({ lead, counted, effort });
  }
  if (isSearch) candidates.push({ lead: 'texts', counted: ALL_LISTED, effort: 1 });
  return candidates;
}

/** The index by the flags or the status that the list keeps events by. */
function flagLead(wanted: Wanted): Lead | undefined {
  const lead = columnLead(wanted);
  if (lead !== 'events') return lead;
  return hasFlags(wanted) && hidesProtected(wanted) ? 'flags' : undefined;
}

const inMonths = ({ rows }: Source, months: readonly number[]): SelectQueryBuilder<ObjectLiteral> =>
  rows.andWhere('event.listed_month IN (:...months)', { months });

/** The number of rows, or `most` when there are more. */
async function countUpTo(
  database: Database,
  rows: SelectQueryBuilder<ObjectLiteral>,
  most: number,
): Promise<number> {
  const some = rows.clone().select('1', 'one').limit(most);
  const counted = await database
    .selectFrom(some.getQuery(), 'few')
    .select('COUNT(*)', 'size')
    .setParameters(some.getParameters())
    .getRawOne<{ size: number | string }>();
  return Number(counted?.size ?? 0);
}

/** The months in which events of a window start; undefined if there are too many. */
async function monthsOf(database: Database, window: EventWindow): Promise<number[] | undefined> {
  const { startsFrom, startsAfter, startsUntil, startsBefore, endsBefore } = window;
  const edge = (bounds: (Date | undefined)[], pick: (...months: number[]) => number): number =>
    pick(...bounds.flatMap((bound) => (bound ? [monthOf(bound)] : [])));
  let first = edge([startsFrom, startsAfter], Math.max);
  let last = edge([startsUntil, startsBefore, endsBefore], Math.min);
  if (!(last - first < PARTS_MAX)) {
    // For MIN and MAX of what is not null, MariaDB reads all of the index.
    const bound = (direction: 'ASC' | 'DESC'): string =>
      `(SELECT month.listed_month FROM events month WHERE month.listed_month IS NOT NULL
        ORDER BY month.listed_month ${direction} LIMIT 1)`;
    const known = await database
      .selectFrom(`SELECT ${bound('ASC')} AS first, ${bound('DESC')} AS last`, 'months')
      .select(['months.first AS first', 'months.last AS last'])
      .getRawOne<{ first: number | null; last: number | null }>();
    first = Math.max(first, known?.first ?? 0);
    last = Math.min(last, known?.last ?? 0);
  }
  if (last - first >= PARTS_MAX) return undefined;
  return Array.from({ length: Math.max(last - first + 1, 1) }, (_, place) => first + place);
}
