import { NOT_TRANSLATED } from '../../../src/platform/translations';
import {
  EventsRepository,
  type NewEvent,
} from '../../../src/calendar/events/writing/events.repository';
import { EVENT_DEFAULTS } from '../../../src/calendar/events/writing/event-values';
import { Random } from '../../../src/cli/seed/random';
import { nameKey, searchable } from '../../../src/platform/texts';
import { Database } from '../../../src/platform/database';
import { startApp, type TestApp } from '../../support/app';
import { databaseKind } from '../../support/databases';

interface ListBody {
  events: { id: number }[];
  rest_url: string;
  total: number;
}

/** An event as the reference implementation stores it. */
type Known = NewEvent & { id: number };

const EVENTS = 300;
const PER_PAGE = 7;
/**
 * The page numbers of the requests, in rotation; few pairs of filters match enough events for a
 * second page.
 */
const PAGES = [1, 1, 1, 2, 3];
/** SQLite tests every pair, servers one in four: the conditions are the same. */
const PAIRS_PART = databaseKind === 'sqlite' ? 1 : 4;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Math.floor(Date.now() / DAY) * DAY;

const secondOf = (time: number): string =>
  new Date(time).toISOString().slice(0, 19).replace('T', ' ');
const day = (days: number): string => secondOf(MIDNIGHT + days * DAY);

/** The last venue has no coordinates. */
const PLACES = [[48.2, 16.37], [48.21, 16.36], [47.07, 15.44], [-17, 179.9], []];
/**
 * Venues without events, so that the number of located venues exceeds the limit for listing
 * their ids in a statement.
 */
const EMPTY_VENUES = 160;
/** Around the first two venues, and around the fourth, across the 180th meridian. */
const BOXES = ['16,48,17,49', '170,-90,-170,90'];
const TERMS = { categories: 6, tags: 4 };

describe('The event list with all filters, alone and in pairs', () => {
  let app: TestApp;
  let events: Known[];
  const ids: Record<'venue' | 'organizer' | 'categories' | 'tags', number[]> = {
    venue: [],
    organizer: [],
    categories: [],
    tags: [],
  };

  beforeAll(async () => {
    app = await startApp();
    for (const [geo_lat, geo_lng] of PLACES)
      ids.venue.push((await app.createVenue({ geo_lat, geo_lng })).id);
    const [geo_lat, geo_lng] = PLACES[2];
    for (let n = 0; n < EMPTY_VENUES; n++) await app.createVenue({ geo_lat, geo_lng });
    for (let n = 0; n < 3; n++) ids.organizer.push((await app.createOrganizer()).id);
    for (let n = 0; n < TERMS.categories; n++) {
      const parent = n === 1 || n === 2 ? ids.categories[0] : 0;
      ids.categories.push((await app.createCategory({ name: `Category ${n}`, parent })).id);
    }
    for (let n = 0; n < TERMS.tags; n++)
      ids.tags.push((await app.createTag({ name: `Tag ${n}` })).id);
    const random = new Random(20_270_501);
    const planned = Array.from({ length: EVENTS }, (_, n) => eventOf(random, n));
    const made = await app.nest
      .get(Database)
      .transaction((transaction) => app.nest.get(EventsRepository).insert(transaction, planned));
    events = planned.map((event, n) => ({ ...event, id: made[n] }));
    const parent = events[0].id;
    for (const event of events.slice(20, 30)) {
      await app.patch(`/events/${event.id}`, { post_parent: parent });
      event.values.post_parent = parent;
      event.values.modified_utc = new Date(`${await modified(event.id)}Z`);
    }
  }, 60_000);
  afterAll(() => app.close());

  const modified = async (id: number): Promise<string> =>
    (await app.get<{ modified_utc: string }>(`/events/${id}`)).body.modified_utc;

  function eventOf(random: Random, n: number): NewEvent {
    // A small set of times, so that many events share their start, end or publication time.
    const start = MIDNIGHT + random.between(-200, 800) * DAY + random.between(0, 3) * 6 * HOUR;
    const lasts = random.pick([0, 1, 2, 24, 25, 24 * 4, 24 * 30, 24 * 400]) * HOUR;
    const date_utc = new Date(MIDNIGHT - random.between(1, 30) * DAY);
    const some = (all: number[]): number[] => random.sample(all, random.pick([0, 1, 1, 2, 3]));
    const links = {
      venue: some(ids.venue),
      organizer: some(ids.organizer),
      categories: some(ids.categories).sort((a, b) => a - b),
      tags: some(ids.tags).sort((a, b) => a - b),
    };
    const values = {
      ...EVENT_DEFAULTS,
      author: 0,
      status: random.chance(0.9) ? 'publish' : 'draft',
      date_utc,
      modified_utc: new Date(date_utc.getTime() + random.between(0, 10) * DAY),
      slug: `event-${n}`,
      title: `${random.pick(['Alpha', 'alpha', 'Beta', 'Gamma'])} ${random.between(1, 5)}`,
      description: random.pick(['', 'A delta in spring', 'about <b>Beta</b>']),
      excerpt: '',
      image: null,
      image_details: null,
      global_id_lineage: null,
      all_day: false,
      start_date: secondOf(start),
      end_date: secondOf(start + lasts),
      start_utc: new Date(start),
      end_utc: new Date(start + lasts),
      timezone: 'UTC',
      zone_rules: '',
      cost: [],
      hide_from_listings: random.chance(0.05),
      featured: random.chance(0.2),
      ticketed: random.chance(0.4),
      post_parent: null,
      custom_fields: {},
      event_status: random.pick(['scheduled', 'scheduled', 'canceled', 'postponed'] as const),
      event_status_reason: '',
      previous_start_date: '',
      series: null,
      recurrence_id: '',
      overrides: [],
      is_virtual: random.chance(0.3),
      ...NOT_TRANSLATED,
      uid: null,
      password_hash: random.chance(0.1) ? 'no hash' : null,
    };
    return { values, links };
  }

  /** The filters; names in braces are replaced by ids. */
  const FILTERS: string[] = [
    'search=alpha',
    'search=delta beta',
    'search="delta in"',
    'search=nowhere',
    'categories={categories.0}',
    'categories={categories.3}',
    'categories={categories.3},{categories.4}',
    'tags={tags.0}',
    'tags={tags.1},{tags.2}',
    'venue={venue.0}',
    'venue={venue.1},{venue.4}',
    'organizer={organizer.0}',
    'organizer={organizer.1},{organizer.2}',
    'featured=true',
    'featured=false',
    'ticketed=true',
    'ticketed=false',
    'event_status=canceled',
    'event_status=canceled,postponed,moved-online',
    'event_status=scheduled,canceled',
    'is_virtual=true',
    'is_virtual=false',
    'geoloc=true',
    'geoloc=false',
    'geoloc_lat=48.2&geoloc_lng=16.37&geoloc_radius=10',
    'geoloc_lat=48.2&geoloc_lng=16.37&geoloc_radius=500',
    ...BOXES.map((box) => `bbox=${box}`),
    `starts_after=${day(10)}`,
    `starts_before=${day(100)}`,
    `ends_after=${day(10)}`,
    `ends_before=${day(100)}`,
    `start_date=${day(-100)}`,
    `end_date=${day(300)}`,
    `overlap=true&start_date=${day(5)}&end_date=${day(60)}`,
    'overlap=true',
    `modified_after=${day(-3)}`,
    `modified_after=${day(-20)}`,
    'post_parent={event.0}',
    'include={event.3},{event.20},{event.77},{event.78}',
    'orderby=title',
    'orderby=end_date',
    'orderby=date',
    'orderby=modified',
    'orderby=id',
    'order=desc',
  ];

  const named = (filter: string): URLSearchParams =>
    new URLSearchParams(
      filter.replace(/\{(\w+)\.(\d+)\}/g, (_, kind: string, n: string) =>
        String(kind === 'event' ? events[Number(n)].id : ids[kind as keyof typeof ids][Number(n)]),
      ),
    );
  const namesOf = (filter: string): string[] => [...new URLSearchParams(filter).keys()];
  const pairs = FILTERS.flatMap((one, index) =>
    FILTERS.slice(index + 1)
      .filter((other) => !namesOf(one).some((name) => namesOf(other).includes(name)))
      .map((other) => `${one}&${other}`),
  ).filter((_pair, index) => index % PAIRS_PART === 0);

  /** The expected ids of a list, computed by testing every event. */
  function expected(query: URLSearchParams, effective: URLSearchParams): number[] {
    const at = (name: string): number | undefined => {
      const text = effective.get(name);
      return text === null ? undefined : Date.parse(`${text.replace(' ', 'T')}Z`);
    };
    const numbers = (name: string): number[] | undefined => query.get(name)?.split(',').map(Number);
    const isLifted = query.has('include');
    const found = events.filter(({ id, values, links }) => {
      const { start_utc, end_utc, password_hash, modified_utc } = values;
      if (values.status !== 'publish' || values.hide_from_listings) return false;
      const isOpen = password_hash === null;
      const [start, end] = [start_utc.getTime(), end_utc.getTime()];
      const bound = (name: string, isMet: (time: number) => boolean): boolean => {
        const time = isLifted ? undefined : at(name);
        return time === undefined || isMet(time);
      };
      const overlaps = query.get('overlap') === 'true';
      const inWindow =
        bound('start_date', (from) => start >= from || (overlaps && end > from)) &&
        bound('end_date', (until) => (overlaps ? start : end) <= until) &&
        bound('starts_before', (time) => start < time) &&
        bound('starts_after', (time) => start > time) &&
        bound('ends_before', (time) => end < time) &&
        bound('ends_after', (time) => end > time);
      const since = at('modified_after');
      const isLinked = (['venue', 'organizer', 'categories', 'tags'] as const).every((kind) => {
        const wanted = numbers(kind);
        if (!wanted) return true;
        const [above, ...below] = ids.categories.slice(0, 3);
        const all =
          kind === 'categories' && wanted.includes(above) ? [...wanted, ...below] : wanted;
        return isOpen && links[kind].some((linked) => all.includes(linked));
      });
      const hasFlags = (['featured', 'ticketed', 'is_virtual'] as const).every((flag) => {
        const wanted = query.get(flag);
        return wanted === null || (isOpen && values[flag] === (wanted === 'true'));
      });
      const statuses = query.get('event_status')?.split(',') ?? [values.event_status];
      const isAtOneOf = (venues: readonly number[]): boolean =>
        isOpen && links.venue.some((venue) => venues.includes(venue));
      const geoloc = query.get('geoloc');
      const near = { 10: ids.venue.slice(0, 2), 500: ids.venue.slice(0, 3) }[
        query.get('geoloc_radius') ?? ''
      ];
      const inBox = { 1: ids.venue.slice(0, 2), 2: ids.venue.slice(3, 4) }[
        BOXES.indexOf(query.get('bbox') ?? '') + 1
      ];
      const text = isOpen ? searchable(values.title, values.description) : searchable(values.title);
      const words = (query.get('search') ?? '').match(/"[^"]*"|\S+/g) ?? [];
      return (
        inWindow &&
        (since === undefined || modified_utc.getTime() > since) &&
        isLinked &&
        hasFlags &&
        statuses.includes(values.event_status) &&
        (geoloc === null || (geoloc === 'true') === isAtOneOf(ids.venue.slice(0, 4))) &&
        (near === undefined || isAtOneOf(near)) &&
        (inBox === undefined || isAtOneOf(inBox)) &&
        words.every((word) => text.includes(word.replaceAll('"', ''))) &&
        (numbers('include')?.includes(id) ?? true) &&
        (numbers('post_parent')?.includes(values.post_parent ?? 0) ?? true)
      );
    });
    const keyOf = ({ id, values }: Known): number | string =>
      ({
        title: nameKey(values.title),
        end_date: values.end_utc.getTime(),
        date: values.date_utc.getTime(),
        modified: values.modified_utc.getTime(),
        id,
      })[query.get('orderby') ?? ''] ?? values.start_utc.getTime();
    found.sort((one, other) => {
      const [a, b] = [keyOf(one), keyOf(other)];
      return a < b ? -1 : a > b ? 1 : one.id - other.id;
    });
    if (query.get('order') === 'desc') found.reverse();
    return found.map(({ id }) => id);
  }

  const chunks = ['', ...FILTERS, ...pairs].reduce<string[][]>((parts, filter, index) => {
    (parts[index % 8] ??= []).push(filter);
    return parts;
  }, []);
  it.each(chunks.map((filters, part): [number, string[]] => [part + 1, filters]))(
    'returns the events that a check of each one selects, part %d',
    async (_part, filters) => {
      for (const [n, filter] of filters.entries()) {
        const query = named(filter);
        const page = PAGES[n % PAGES.length];
        const response = async (page: number): Promise<{ status: number; body: ListBody }> =>
          app.get<ListBody>('/events', {
            ...Object.fromEntries(query),
            strict_dates: 'true',
            per_page: PER_PAGE,
            page,
            _fields: 'events.id,rest_url,total',
          });
        const { status, body } = await response(page);
        const first = status === 404 ? (await response(1)).body : body;
        const wanted = expected(query, new URL(first.rest_url).searchParams);
        const shown = wanted.slice((page - 1) * PER_PAGE, page * PER_PAGE);
        expect({
          filter,
          total: first.total,
          page: status === 404 ? [] : body.events.map(({ id }) => id),
        }).toEqual({ filter, total: wanted.length, page: shown });
      }
    },
    60_000,
  );
});
