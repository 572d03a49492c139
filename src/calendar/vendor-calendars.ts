import type { Temporal } from 'temporal-polyfill';
import { isDate, isList, pageAddress, viewOf } from './site/page-address';
import { knownDay } from './site/page-dates';

/** Parameters of the pages → filters of the API. */
const FILTERS = new Map([
  ['tribe-bar-search', 'search'],
  ['tribe_events_cat', 'categories'],
  ['tag', 'tags'],
]);
/** Parameters that select a page and its dates. */
const OF_PAGE = new Set([
  'ical',
  'outlook-ical',
  'feed',
  'post_type',
  'tribe_events',
  'name',
  'p',
  'eventDisplay',
  'tribe_event_display',
  'eventDate',
  'tribe-bar-date',
]);

/** By their names in the API. */
type Filters = Record<string, string>;

export interface VendorFeed {
  /** After the namespace. */
  address: string;
  /** Parameters derived from the address of the page. */
  names: string[];
}

interface VendorPage {
  view: string;
  date?: string;
  isPast: boolean;
  isNews: boolean;
  filters: Filters;
}

/**
 * Returns the feed for an address below `/events/…` or at the root
 * (docs/reference/feeds.md#urls-of-the-events-calendar).
 *
 * @param segments of the path after `/events`, decoded; none for the root
 * @returns null for an address without a feed
 */
export function vendorFeed(segments: readonly string[], sent: URLSearchParams): VendorFeed | null {
  const page = pageOf(segments, sent);
  if (page === undefined) return null;
  const dates = datesOf(page);
  if (dates === undefined) return null;
  const filters = { ...filtersIn(sent), ...dates, ...page.filters };
  const query = new URLSearchParams([...retained(sent), ...Object.entries(filters)]);
  return {
    address: `/events.${page.isNews ? 'atom' : 'ics'}?${query.toString()}`,
    names: Object.keys(filters),
  };
}

/** @param event the end of its address: its id, or `by-slug/` and its slug */
export const vendorEvent = (event: string, sent: URLSearchParams): VendorFeed => ({
  address: `/events/${event}.ics?${new URLSearchParams(retained(sent)).toString()}`,
  names: [],
});

/** Returns the parameters that are passed on unchanged. */
const retained = (sent: URLSearchParams): [string, string][] =>
  [...sent].filter(([name]) => !OF_PAGE.has(nameOf(name)) && !FILTERS.has(nameOf(name)));

/** Without brackets. */
const nameOf = (sent: string): string => sent.split('[', 1)[0];

/** Of a repeated parameter the last value applies, of one with brackets all values. */
function filtersIn(sent: URLSearchParams): Filters {
  const filters: Filters = {};
  for (const [name, value] of sent) {
    const filter = FILTERS.get(nameOf(name));
    if (filter === undefined || value === '') continue;
    const isOneOfMany = FILTERS.get(name) === undefined && filters[filter] !== undefined;
    filters[filter] = isOneOfMany ? `${filters[filter]},${value}` : value;
  }
  return filters;
}

/** @returns undefined for a path that no page has */
function pageOf(segments: readonly string[], sent: URLSearchParams): VendorPage | undefined {
  const address = pageAddress(segments);
  if (address === undefined) return undefined;
  const { term, isFeatured, date, view: named, form } = address;
  const value = (name: string): string | undefined => sent.getAll(name).at(-1) || undefined;
  const displays = [value('eventDisplay'), value('tribe_event_display')];
  const isPast = [named, ...displays].includes('past');
  const display = displays.find((one) => one !== undefined && one !== 'past');
  return {
    view: named ?? display ?? (date === undefined || isPast ? 'list' : viewOf(date)),
    date: date ?? value('tribe-bar-date') ?? value('eventDate'),
    isPast,
    isNews: form === 'news' || (form === 'page' && value('feed') !== undefined),
    filters: {
      ...(isFeatured && { featured: 'true' }),
      ...(term && { [term.filter]: term.slug }),
    },
  };
}

/** @returns undefined for an invalid date */
function datesOf({ view, date, isPast }: VendorPage): Filters | undefined {
  const isOver = isPast && isList(view);
  if (date === undefined || view === 'today')
    return WITHOUT_DATE[view] ?? (isOver ? overBefore('now') : {});
  if (!isDate(date)) return undefined;
  const day = knownDay(viewOf(date) === 'month' ? `${date}-01` : date);
  if (day === undefined) return undefined;
  switch (view) {
    case 'month':
      return between(day.with({ day: 1 }), day.with({ day: day.daysInMonth }));
    case 'week': {
      const monday = day.subtract({ days: day.dayOfWeek - 1 });
      return between(monday, monday.add({ days: 6 }));
    }
    case 'day':
      return between(day, day);
    default:
      return isOver ? overBefore(day.toString()) : { start_date: day.toString() };
  }
}

/** In the time zone of the site. */
const WITHOUT_DATE: Partial<Record<string, Filters>> = {
  month: { start_date: 'first day of this month', end_date: 'last day of this month' },
  week: { start_date: 'monday this week', end_date: 'sunday this week' },
  day: { start_date: 'today', end_date: 'today' },
  today: { start_date: 'today', end_date: 'today' },
};

/** `strict_dates`: to the second. */
const overBefore = (ends_before: string): Filters => ({ ends_before, strict_dates: 'true' });

const between = (first: Temporal.PlainDate, last: Temporal.PlainDate): Filters => ({
  start_date: first.toString(),
  end_date: last.toString(),
});
