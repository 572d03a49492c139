import { Temporal } from 'temporal-polyfill';

/** The pages of The Events Calendar whose path says which events they show, and not when. */
const LISTS = new Set(['list', 'photo', 'map', 'summary']);
/** Those of a range of dates. */
const RANGES = new Set(['month', 'week', 'day', 'today']);

/** The parameters of those pages → the filters of the interface. */
const FILTERS: Partial<Record<string, string>> = {
  'tribe-bar-search': 'search',
  tribe_events_cat: 'categories',
  tag: 'tags',
};
/** What says which page, and when. */
const OF_PAGE = new Set([
  'ical',
  'outlook-ical',
  'feed',
  'post_type',
  'eventDisplay',
  'eventDate',
  'tribe-bar-date',
]);

/** What a feed is asked for: its filters, in the names of the interface. */
type Filters = Record<string, string>;

/** A page of The Events Calendar: its range of dates, and what its path filters by. */
interface VendorPage {
  view: string;
  date?: string;
  isNews: boolean;
  filters: Filters;
}

/**
 * The calendar or the news that an address of The Events Calendar means, after the namespace: those of
 * `/events/…` and of the root (docs/feeds.md#addresses-of-the-events-calendar).
 *
 * @param segments of the path after `/events`, decoded; those of the root are none
 * @param query as it was sent
 * @returns null for an address that means no feed
 */
export function vendorFeed(segments: readonly string[], query: string): string | null {
  const sent = new URLSearchParams(query);
  const page = pageOf(segments, sent);
  if (page === undefined) return null;
  const dates = datesOf(page);
  if (dates === undefined) return null;
  const others = query.split('&').filter((parameter) => parameter !== '' && isKept(parameter));
  const filters = Object.entries({ ...filtersIn(sent), ...dates, ...page.filters }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `/events.${page.isNews ? 'atom' : 'ics'}?${[...others, ...filters].join('&')}`;
}

/** Whether a parameter goes on as it was sent. */
function isKept(parameter: string): boolean {
  const [name] = [...new URLSearchParams(parameter).keys()];
  return !OF_PAGE.has(name) && !(name in FILTERS);
}

const filtersIn = (sent: URLSearchParams): Filters =>
  Object.fromEntries(
    Object.entries(FILTERS)
      .map(([name, filter]) => [filter, sent.getAll(name).at(-1) ?? ''])
      .filter(([, value]) => value !== ''),
  ) as Filters;

/** @returns undefined for a path that is none of theirs */
function pageOf(segments: readonly string[], sent: URLSearchParams): VendorPage | undefined {
  const filters: Filters = {};
  const left = [...segments];
  if (left[0] === 'category' || left[0] === 'tag') {
    const [kind, ...slugs] = left.splice(0);
    // A category stands behind those above it.
    while (slugs.length > 0 && !isOfPage(slugs[0])) filters[kind] = slugs.shift() ?? '';
    if (filters[kind] === undefined) return undefined;
    left.push(...slugs);
  }
  if (left[0] === 'featured') {
    left.shift();
    filters.featured = 'true';
  }
  const isNews = left.at(-1) === 'feed' || sent.has('feed');
  if (left.at(-1) === 'feed') left.pop();
  // A feed has no pages.
  if (left.at(-2) === 'page' && /^\d+$/.test(left.at(-1) ?? '')) left.splice(-2);
  const named = LISTS.has(left[0]) || RANGES.has(left[0]) ? left.shift() : undefined;
  const date = left.shift();
  if (left.length > 0 || (date !== undefined && !isDate(date))) return undefined;
  const { category, tag, ...others } = filters;
  return {
    view: named ?? sent.get('eventDisplay') ?? (date === undefined ? 'list' : viewOf(date)),
    date: date ?? sent.get('tribe-bar-date') ?? sent.get('eventDate') ?? undefined,
    isNews,
    filters: {
      ...others,
      ...(category !== undefined && { categories: category }),
      ...(tag !== undefined && { tags: tag }),
    },
  };
}

const isOfPage = (segment: string): boolean =>
  LISTS.has(segment) ||
  RANGES.has(segment) ||
  ['featured', 'feed', 'page'].includes(segment) ||
  isDate(segment);

const isDate = (text: string): boolean => /^\d{4}-\d{2}(-\d{2})?$/.test(text);

/** `/events/2027-05/` is a month, `/events/2027-05-01/` a day. */
const viewOf = (date: string): string => (date.length === 'YYYY-MM'.length ? 'month' : 'day');

/** The range of dates of a page, as parameters; undefined for a date that there is not. */
function datesOf({ view, date }: VendorPage): Filters | undefined {
  if (date === undefined || view === 'today') return WITHOUT_DATE[view] ?? {};
  if (!isDate(date)) return undefined;
  try {
    const day = Temporal.PlainDate.from(date.length === 'YYYY-MM'.length ? `${date}-01` : date);
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
        return { start_date: day.toString() };
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Phrases, which mean the days of the site. */
const WITHOUT_DATE: Partial<Record<string, Filters>> = {
  month: { start_date: 'first day of this month', end_date: 'last day of this month' },
  week: { start_date: 'monday this week', end_date: 'sunday this week' },
  day: { start_date: 'today', end_date: 'today' },
  today: { start_date: 'today', end_date: 'today' },
};

const between = (first: Temporal.PlainDate, last: Temporal.PlainDate): Filters => ({
  start_date: first.toString(),
  end_date: last.toString(),
});
