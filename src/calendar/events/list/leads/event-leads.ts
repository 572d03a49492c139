import { searchWords } from '../../../../platform/foundation/texts';
import type { Database } from '../../../../platform/storage/database';
import { EVENT_FLAGS } from '../../../event-counts';
import { wantedFlags } from '../../event-flags';
import { ALL_LISTED, type CountedList, sizesOf } from '../counters/counted-starts';
import { startRange } from '../counters/start-range';
import type { LinkFilter } from '../event-filters';
import { hidesProtected, type Lead, type Wanted } from '../rows/event-source';

/** The most parts that are read one by one. A statement with more takes longer than sorting all rows. */
export const PARTS_MAX = 150;
/** The cost of a text search in one looked-up event, relative to a search in adjacent rows. */
const TEXT_EFFORT = 4;
/**
 * The most rows that are sorted instead of read by index: ordered by start, and in other orders, which read
 * more.
 */
export const FEW = { byStart: 2000, byOthers: 20_000 };

export const isByStart = ({ query: { orderby = 'start_date' } }: Wanted): boolean =>
  orderby === 'start_date';

/**
 * True if the planner of the database finds a good path by itself: with `include` or `post_parent`, and with
 * links for callers who may see protected events, since the links of those have no start.
 */
export const isSimple = (wanted: Wanted): boolean =>
  wanted.query.include !== undefined ||
  wanted.query.post_parent !== undefined ||
  (wanted.filters.links.length > 0 && !hidesProtected(wanted));

/** Returns the filter that matches the fewest events; `isFew` if there are few enough to sort. */
export async function leadOf(
  database: Database,
  wanted: Wanted,
): Promise<{ lead: Lead; isFew: boolean }> {
  const { query, filters } = wanted;
  const { links } = filters;
  if (isSimple(wanted)) return { lead: 'events', isFew: true };
  const few = isByStart(wanted) ? FEW.byStart : FEW.byOthers;
  if (links.length === 0) {
    if (searchWords(query.search ?? '').length > 0) return { lead: 'texts', isFew: false };
    const lead = columnLead(wanted);
    if (lead === 'events' || isByStart(wanted)) return { lead, isFew: false };
    const [size] = await sizesIn(database, wanted, [listOfFlags(wanted)]);
    return size <= few ? { lead, isFew: true } : { lead: 'events', isFew: false };
  }
  if (links.length === 1 && links[0].ids.length <= PARTS_MAX && isByStart(wanted))
    return { lead: links[0], isFew: false };
  const sizes = await sizesOfLinks(database, wanted, few);
  const least = sizes.indexOf(Math.min(...sizes));
  return { lead: links[least], isFew: sizes[least] <= few };
}

/** Estimates for each link filter the number of matching events in the window. */
async function sizesOfLinks(database: Database, wanted: Wanted, few: number): Promise<number[]> {
  const { links } = wanted.filters;
  // Adding up the counters of a thousand records takes longer than reading the links of some of them.
  const first = links.map((link) => listOfLink({ ...link, ids: link.ids.slice(0, PARTS_MAX) }));
  const [all, ...some] = await sizesIn(database, wanted, [ALL_LISTED, ...first]);
  const sizes = links.map(async (link, place) => {
    const isEnough = link.ids.length <= PARTS_MAX || some[place] > few;
    return isEnough ? some[place] : (await sizesIn(database, wanted, [listOfLink(link)]))[0];
  });
  return (await Promise.all(sizes)).map((size) => Math.min(size, all));
}

export async function sizesIn(
  database: Database,
  { window }: Wanted,
  lists: readonly CountedList[],
): Promise<number[]> {
  const range = startRange({ ...window, modifiedAfter: undefined, modifiedUntil: undefined });
  return range ? sizesOf(database, lists, range) : lists.map(() => Infinity);
}

export const listOfFlags = ({ query }: Wanted): CountedList => ({
  list: EVENT_FLAGS,
  records: wantedFlags(query, true),
});

export const listOfLink = ({ kind, ids }: LinkFilter): CountedList => ({
  list: kind.tables.links,
  key: kind.tables.key,
  records: ids,
});

/** Returns the most selective column of the query, or `events` to read all events by start. */
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

/** A filter that can lead the count of a total, and the counters that give its number of events. */
export interface Candidate {
  lead: Lead;
  counted: CountedList;
  /** The cost of the remaining filters for one event, as a multiple of a look-up by key. */
  effort: number;
}

export function candidatesOf(wanted: Wanted): Candidate[] {
  const { query, filters } = wanted;
  const isSearch = searchWords(query.search ?? '').length > 0;
  const effort = isSearch ? TEXT_EFFORT : 1;
  const candidates: Candidate[] = filters.links
    // A filter by place with most of the events never leads.
    .filter(({ ids }) => ids.length <= PARTS_MAX)
    .map((link) => ({ lead: link, counted: listOfLink(link), effort }));
  const lead = flagLead(wanted);
  if (lead) candidates.push({ lead, counted: listOfFlags(wanted), effort });
  if (isSearch) candidates.push({ lead: 'texts', counted: ALL_LISTED, effort: 1 });
  return candidates;
}

/** Returns the lead by flags or status, if the query filters by them. */
function flagLead(wanted: Wanted): Lead | undefined {
  const lead = columnLead({ ...wanted, window: {} });
  if (lead !== 'events') return lead;
  return hasFlags(wanted) && hidesProtected(wanted) ? 'flags' : undefined;
}
