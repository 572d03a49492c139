import type { Database } from '../../../../platform/database';
import { searchWords } from '../../../../platform/texts';
import { EVENT_FLAGS } from '../../../event-counts';
import { wantedFlags } from '../../event-flags';
import { ALL_LISTED, type CountedList, sizesOf } from '../counters/counted-starts';
import type { LinkFilter } from '../event-filters';
import { hidesProtected, type Lead, type Wanted } from '../rows/event-source';
import { startRange } from '../counters/start-range';

/** Parts that are read one by one at most: a statement of more takes longer than to sort all. */
export const PARTS_MAX = 150;
/** To look for words in the text of one event takes about as long as to do so in four that lie together. */
const TEXT_EFFORT = 4;
/** Rows that may as well be sorted: in the order of the start, and in others, which read more. */
export const FEW = { byStart: 2000, byOthers: 20_000 };

export const isByStart = ({ query: { orderby = 'start_date' } }: Wanted): boolean =>
  orderby === 'start_date';

/**
 * Whether databases find the way by themselves: to events that the query names, or their parent, and
 * to linked ones for those who see what is protected, of which links have no start.
 */
export const isSimple = (wanted: Wanted): boolean =>
  wanted.query.include !== undefined ||
  wanted.query.post_parent !== undefined ||
  (wanted.filters.links.length > 0 && !hidesProtected(wanted));

/** The filter that fits the fewest events; `isFew` if they may as well be sorted. */
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

/** About how many events of the window each filter by links fits. */
async function sizesOfLinks(database: Database, wanted: Wanted, few: number): Promise<number[]> {
  const { links } = wanted.filters;
  // To add up the counters of a thousand records takes longer than to read the links of some of them.
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

/** A filter that a total can be read by, and events of which the counters tell how many there are. */
export interface Candidate {
  lead: Lead;
  counted: CountedList;
  /** What the rest of the filters takes for one of these events, as a multiple of a look-up by key. */
  effort: number;
}

export function candidatesOf(wanted: Wanted): Candidate[] {
  const { query, filters } = wanted;
  const isSearch = searchWords(query.search ?? '').length > 0;
  const effort = isSearch ? TEXT_EFFORT : 1;
  const candidates: Candidate[] = filters.links
    // Places that have most of the events are left to the others.
    .filter(({ ids }) => ids.length <= PARTS_MAX)
    .map((link) => ({ lead: link, counted: listOfLink(link), effort }));
  const lead = flagLead(wanted);
  if (lead) candidates.push({ lead, counted: listOfFlags(wanted), effort });
  if (isSearch) candidates.push({ lead: 'texts', counted: ALL_LISTED, effort: 1 });
  return candidates;
}

/** The index by the flags or the status that the list keeps events by. */
function flagLead(wanted: Wanted): Lead | undefined {
  const lead = columnLead({ ...wanted, window: {} });
  if (lead !== 'events') return lead;
  return hasFlags(wanted) && hidesProtected(wanted) ? 'flags' : undefined;
}
