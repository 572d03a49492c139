import { StatementTimer } from './statements.mjs';

/** Within the default window of lists. */
const LATER = '2027-06-01';

/** Every parameter of the event list that filters or sorts, with a value that some generated events have. */
const EVENT_FILTERS = [
  'search=jazz',
  'categories=dance',
  'categories=music',
  'tags=weekend',
  'tags=weekend,winter',
  'venue=5',
  'venue=5,6,7',
  'organizer=23',
  'featured=true',
  'featured=false',
  'ticketed=true',
  'ticketed=false',
  'event_status=canceled',
  'event_status=scheduled',
  'is_virtual=true',
  'is_virtual=false',
  'geoloc=true',
  'geoloc=false',
  'geoloc_lat=48.14&geoloc_lng=11.58',
  'geoloc_lat=48.14&geoloc_lng=11.58&geoloc_radius=1000',
  'bbox=11,48,12,49',
  'bbox=-180,-90,180,90',
  `starts_after=${LATER}`,
  `starts_before=${LATER}`,
  `ends_after=${LATER}`,
  `ends_before=${LATER}`,
  'start_date=2020-01-01',
  'end_date=2027-03-01',
  'strict_dates=true',
  'overlap=true',
  'modified_after=2026-01-01',
  'modified_after=2026-11-20',
  'post_parent=77',
  'include=77,4213',
  'orderby=title',
  'orderby=end_date',
  'orderby=date',
  'orderby=modified',
  'orderby=id',
  'order=desc',
];

/** Queries with more than two parameters, or with a rare text. */
const EVENT_LISTS = [
  '',
  'search=zeppelin',
  'search=jazz night',
  'starts_before=now&ends_after=now&strict_dates=true',
  'starts_before=now&ends_after=now&strict_dates=true&order=desc',
  `start_date=2026-12-01&end_date=2026-12-07&overlap=true&order=desc`,
  'start_date=2016-01-01&end_date=2029-12-31',
  'geoloc_lat=48.14&geoloc_lng=11.58&geoloc_radius=1',
  'categories=music&tags=weekend&venue=5',
  'page=100',
  'page=600',
  'page=600&order=desc',
  'page=100&orderby=title',
  'page=100&orderby=end_date',
  'page=20&categories=music',
  'page=5&search=concert',
];

const LINKED_FILTERS = [
  'search=hall',
  'event=77',
  'has_events=true',
  'has_events=false',
  'only_with_upcoming=true',
  'include=5,23,77',
  'orderby=title',
  'orderby=modified',
  'orderby=id',
  'order=asc',
];

const TERM_FILTERS = [
  'search=in',
  'include=3,5,7',
  'exclude=3,5,7',
  'event=77',
  'hide_empty=false',
  'slug=dance,weekend',
  'orderby=count',
  'orderby=slug',
  'orderby=description',
  'order=desc',
];

/** Without a filter, with each filter, and with each pair of filters. */
const QUERIES = [
  ...EVENT_LISTS.map((query) => `/events?${query}`),
  ...aloneAndInPairs(EVENT_FILTERS).map((query) => `/events?${query}`),
  ...['venues', 'organizers'].flatMap((list) =>
    ['', ...aloneAndInPairs(LINKED_FILTERS)].map((query) => `/${list}?${query}`),
  ),
  ...['', ...aloneAndInPairs([...TERM_FILTERS, 'parent=1'])].map((query) => `/categories?${query}`),
  ...['', ...aloneAndInPairs(TERM_FILTERS)].map((query) => `/tags?${query}`),
];

function aloneAndInPairs(filters) {
  const nameOf = (filter) => filter.split('=')[0];
  const pairs = filters.flatMap((one, place) =>
    filters
      .slice(place + 1)
      .filter((other) => nameOf(one) !== nameOf(other))
      .map((other) => `${one}&${other}`),
  );
  return [...filters, ...pairs];
}

/**
 * Measures the database cost of each query, for its page and for its total.
 *
 * @param {(path: string) => Promise<unknown>} read
 * @param {string} only a substring of the queries to measure
 * @returns {Promise<Record<string, import('./statements.mjs').Cost>>}
 */
export async function costsOfQueries(databaseUrl, read, times, only = '') {
  const timer = await StatementTimer.open(databaseUrl);
  const costs = {};
  for (const query of QUERIES)
    if (only instanceof RegExp ? only.test(query) : query.includes(only))
      costs[query] = await timer.costOf(() => read(query), times);
  await timer.end();
  return costs;
}
