import { searchWords } from '../../../platform/foundation/texts';
import type { Database } from '../../../platform/storage/database';
import type { LinkFilter } from '../../links';
import type { EventListQuery } from '../dto/event-list-query';
import { ALL_LISTED, type Counted, countedIn, startRange } from './counters/counted-list';
import { countStarts, sizesOf } from './counters/counted-starts';
import { halvesOf } from './event-window';
import { hidesProtected, isByStart, isListed, type ResolvedQuery } from './event-filters';
import { complete } from './rows/event-conditions';
import { type Lead, PARTS_MAX, type Source } from './rows/lead-rows';

/** The source of a total: counters, or rows. */
export type Total = Counted | Source;

/** The sources of a page, and the summands of its total. Each event is in exactly one source. */
export interface Sources {
  page: Source[];
  total: Total[];
}

/**
 * Chooses the sources of a list: an index that has its rows, if possible in the order of the list
 * (docs/decisions/0012-mechanisms.md#lists-of-events).
 */
export async function sourcesOf(database: Database, resolved: ResolvedQuery): Promise<Sources> {
  if (!isListed(resolved)) {
    const source = complete(database, resolved, 'simple');
    return { page: [source], total: [source] };
  }
  const sources: Sources = { page: [], total: [] };
  for (const { runningAt, window } of halvesOf(resolved.window)) {
    const half = { ...resolved, window };
    if (runningAt) {
      const running = complete(database, half, { runningAt });
      sources.page.push(running);
      sources.total.push(running);
    } else {
      const leads = await leadsOf(database, half);
      sources.page.push(complete(database, half, leads.page));
      sources.total.push(countedIn(half) ?? complete(database, half, leads.total));
    }
  }
  return sources;
}

/** Returns whether a total is a sum of counters, except for the edges of its window. */
export const isCounted = (total: Total): total is Counted => 'list' in total;

/** Counts totals. Each one is a single statement, which reads a single snapshot. */
export function countTotals(database: Database, totals: readonly Total[]): Promise<number[]> {
  return Promise.all(
    totals.map((total) =>
      isCounted(total)
        ? countStarts(database, total.list, total.range)
        : countRows(database, total),
    ),
  );
}

async function countRows(database: Database, { rows, id, repeats }: Source): Promise<number> {
  const counted = rows.clone().select(repeats ? `COUNT(DISTINCT ${id})` : 'COUNT(*)', 'number');
  const sql = `SELECT (${counted.getQuery()}) AS total`;
  const statement = database.escape(sql, counted.getParameters());
  const [row] = await database.rows<{ total: number | string }>(...statement);
  return Number(row.total);
}

/** The most rows of a large place that are sorted instead of looked up in the order of the list. */
const FEW = 2000;
/** Links to at least this part of all events are common: a quarter. */
const COMMON_SHARE = 4;

/** The filters by columns of the index of the list; featured events alone have an index of their own. */
const FLAGS = ['featured', 'ticketed', 'is_virtual', 'event_status', 'in_series'] as const;

/**
 * True if the planner of the database finds a good path by itself: with `include`, `slug`, `post_parent` or `series`, and
 * with links, except to places, for callers who may see protected events.
 */
const isSimple = ({ query, filters, ...resolved }: ResolvedQuery): boolean =>
  query.include !== undefined ||
  query.slug !== undefined ||
  query.post_parent !== undefined ||
  query.series !== undefined ||
  (filters.links.some(({ place }) => !place) && !hidesProtected(resolved));

/** Returns the tables or indexes that a page and the rows of its total are read from. */
async function leadsOf(
  database: Database,
  resolved: ResolvedQuery,
): Promise<{ page: Lead; total: Lead }> {
  if (isSimple(resolved)) return { page: 'simple', total: 'simple' };
  // The links of protected events have no start.
  const links = hidesProtected(resolved) ? resolved.filters.links : [];
  const narrow = links.filter(({ ids }) => ids.length <= PARTS_MAX);
  if (narrow.length > 0) {
    const isSorted = !isByStart(resolved.query);
    const sizes = narrow.length > 1 || isSorted ? await sizesIn(database, resolved, narrow) : [0];
    const fewest = Math.min(...sizes);
    const total = narrow[sizes.indexOf(fewest)];
    return { page: isSorted && (await isCommon(database, fewest)) ? 'ordered' : total, total };
  }
  const total = columnLead(resolved);
  const page = hasOrder(resolved.query, total) ? total : 'ordered';
  if (total !== 'events' || links.length === 0) return { page, total };
  const [place] = links;
  const isFew = async (ids: readonly number[]): Promise<boolean> =>
    (await sizesIn(database, resolved, [{ ...place, ids }]))[0] <= FEW;
  // Adding up the counters of a thousand venues takes longer than to find out that some of them have enough.
  if ((await isFew(place.ids.slice(0, PARTS_MAX))) && (await isFew(place.ids)))
    return { page: place, total: place };
  return { page, total };
}

/**
 * Returns whether so many links are a large share of all events: in the worst case the index of the order is
 * read as a whole.
 *
 * @param links `Infinity` if their number is unknown
 */
async function isCommon(database: Database, links: number): Promise<boolean> {
  if (links <= FEW || links === Infinity) return false;
  const [all] = await sizesOf(database, [ALL_LISTED], {});
  return links >= all / COMMON_SHARE;
}

/** Returns for each link filter the number of links in the window, by the counters. */
function sizesIn(
  database: Database,
  { window }: ResolvedQuery,
  links: readonly LinkFilter[],
): Promise<number[]> {
  const range = startRange({ ...window, modifiedAfter: undefined });
  const lists = links.map(({ kind, ids }) => ({
    list: kind.tables.links,
    key: kind.tables.key,
    records: ids,
  }));
  return range ? sizesOf(database, lists, range) : Promise.resolve(lists.map(() => Infinity));
}

type ColumnLead = 'texts' | 'featured' | 'changes' | 'events';

/** Returns the index for the filters by columns; `events` to read all events by start. */
function columnLead(resolved: ResolvedQuery): ColumnLead {
  const { query, window } = resolved;
  if (searchWords(query.search ?? '').length > 0) return 'texts';
  if (query.featured && hidesProtected(resolved)) return 'featured';
  const isByFlag = FLAGS.some((name) => query[name] !== undefined);
  return window.modifiedAfter && !isByFlag ? 'changes' : 'events';
}

/** Returns whether a page is read by the lead of its total: by start, or if it has few rows to sort. */
function hasOrder(query: EventListQuery, lead: ColumnLead): boolean {
  const { orderby, event_status, is_virtual } = query;
  if (isByStart(query) || orderby === 'id' || orderby === 'end_date') return true;
  if (lead === 'events')
    return is_virtual === true || event_status?.includes('scheduled') === false;
  return lead === 'texts' || (lead === 'changes' && orderby !== 'modified');
}
