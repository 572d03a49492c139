import { IsNull } from 'typeorm';
import { Event } from '../../../src/calendar/events/event.entity';
import { EventsService } from '../../../src/calendar/events/events.service';
import {
  EventsRepository,
  type NewEvent,
} from '../../../src/calendar/events/writing/events.repository';
import { Random } from '../../../src/cli/seed/random';
import { Database } from '../../../src/platform/database';
import { type Fields, startApp, type TestApp } from '../../support/app';
import { createTestDatabase, type TestDatabase } from '../../support/databases';
import { wrongCounts } from '../../support/wrong-counts';

/** For a longer run with other data: `COUNTS_WRITES=5000 COUNTS_SEED=7`. */
const { COUNTS_WRITES = '100', COUNTS_SEED = '20270501' } = process.env;
const WRITES = Number(COUNTS_WRITES);
const CLIENTS = 8;
const TIMEOUT_MILLISECONDS = 60_000 + WRITES * 200;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDDLE = Date.parse('2027-05-01T12:00:00Z');
const LENGTHS = [0, HOUR, 3 * HOUR, 3 * HOUR, 26 * HOUR, 10 * DAY, 70 * DAY, 800 * DAY];
const MANY = 3000;
const PASSWORD = 'let me in';
const EVENT_STATUSES = ['scheduled', 'canceled', 'postponed', 'moved-online'];
const FLAGS = ['featured', 'ticketed', 'is_virtual'] as const;

const KINDS = [
  { path: '/venues', field: 'venue', name: 'venue', links: 'event_venues', key: 'venue_id' },
  {
    path: '/organizers',
    field: 'organizer',
    name: 'organizer',
    links: 'event_organizers',
    key: 'organizer_id',
  },
  {
    path: '/categories',
    field: 'categories',
    name: 'name',
    links: 'event_categories',
    key: 'category_id',
  },
  { path: '/tags', field: 'tags', name: 'name', links: 'event_tags', key: 'tag_id' },
];

interface Stored {
  id: number;
  title: string;
  start: number;
  end: number;
  isListed: boolean;
  isOpen: boolean;
  featured: boolean;
  ticketed: boolean;
  is_virtual: boolean;
  event_status: string;
  /** Field → ids. */
  links: Record<string, number[]>;
}

const text = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

describe('The counts of events', () => {
  let database: TestDatabase;
  /** Two instances of the service on one database. */
  const apps: TestApp[] = [];
  const random = new Random(Number(COUNTS_SEED));
  const records: Record<string, number[]> = {};
  const located = new Set<number>();
  const events: number[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    for (let n = 0; n < 2; n++)
      apps.push(await startApp({ DATABASE_URL: database.url, TIMEZONE: 'UTC' }));
    for (const { path, field } of KINDS) {
      records[field] = [];
      for (let n = 0; n < 5; n++) await addRecord(path, field);
    }
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await database.drop();
  });

  async function addRecord(path: string, field: string): Promise<void> {
    const { name } = KINDS.find((kind) => kind.path === path) ?? KINDS[0];
    const coordinates = path === '/venues' && random.chance(0.7) && { geo_lat: 48, geo_lng: 16 };
    const made = await apps[0].create(path, { [name]: apps[0].newName(path), ...coordinates });
    records[field].push(made.id);
    if (coordinates) located.add(made.id);
  }

  function fields(isNew: boolean): Fields {
    const start = MIDDLE + random.between(-40 * 24, 40 * 24) * HOUR;
    const isSent = (): boolean => random.chance(isNew ? 0.7 : 0.3);
    return {
      ...((isNew || isSent()) && {
        start_date: text(start),
        end_date: text(start + random.pick(LENGTHS)),
        timezone: 'UTC',
      }),
      ...(isSent() && {
        status: random.pick(['publish', 'publish', 'publish', 'draft', 'private', 'future']),
        date: random.chance(0.5) ? '2020-01-01 00:00:00' : '2090-01-01 00:00:00',
      }),
      ...(isSent() && { hide_from_listings: random.chance(0.2) }),
      ...Object.fromEntries(FLAGS.filter(isSent).map((name) => [name, random.chance(0.5)])),
      ...(isSent() && { event_status: random.pick(EVENT_STATUSES) }),
      ...(random.chance(0.06) && { password: random.chance(0.7) ? PASSWORD : null }),
      ...Object.fromEntries(
        KINDS.filter(isSent).map(({ field }) => [
          field,
          random.sample(records[field], random.between(0, 3)),
        ]),
      ),
    };
  }

  const write = async (app: TestApp): Promise<unknown> => {
    const id = random.pick(events.length > 0 ? events : [1]);
    const path = `/events/${id}`;
    const query = { password: PASSWORD };
    if (random.chance(0.02))
      return app.nest.get(EventsService).publishDue(new Date('2095-01-01T00:00:00Z'));
    if (random.chance(0.05)) {
      const kind = random.pick(KINDS);
      const [record] = random.sample(records[kind.field], 1);
      records[kind.field].splice(records[kind.field].indexOf(record), 1);
      const force = kind.name === 'name' || random.chance(0.5);
      await addRecord(kind.path, kind.field);
      return app.request('DELETE', `${kind.path}/${record}`, { query: { force } });
    }
    if (random.chance(0.1)) return app.request('DELETE', path, { query });
    if (random.chance(0.1)) {
      const deleted = await app.request('DELETE', path, { query: { ...query, force: true } });
      return deleted;
    }
    if (random.chance(0.1)) return app.patch(path, { status: 'publish', password: PASSWORD });
    if (random.chance(0.4)) return app.patch(path, { password: PASSWORD, ...fields(false) });
    const made = await app.post<{ id?: number }>('/events', {
      title: app.newName('Event'),
      ...fields(true),
    });
    if (made.body.id !== undefined) events.push(made.body.id);
    return made;
  };

  const differences = (): Promise<object[]> => wrongCounts(apps[0].nest.get(Database));

  it(
    'are correct after concurrent writes of all kinds',
    async () => {
      let left = WRITES;
      const client = async (app: TestApp): Promise<void> => {
        while (left-- > 0) await write(app);
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(apps[n % apps.length])));
      expect(await differences()).toEqual([]);
    },
    TIMEOUT_MILLISECONDS,
  );

  async function stored(): Promise<Stored[]> {
    const read = apps[0].nest.get(Database);
    const rows = await read.select(Event, 'event').getMany();
    const links = new Map<number, Record<string, number[]>>();
    for (const { links: table, key, field } of KINDS)
      for (const row of await read
        .select(table, 'link')
        .select('link.event_id', 'event')
        .addSelect(`link.${key}`, 'id')
        .getRawMany<{ event: number; id: number }>()) {
        const linked = links.get(row.event) ?? {};
        linked[field] = [...(linked[field] ?? []), row.id];
        links.set(row.event, linked);
      }
    return rows.map((row) => ({
      id: row.id,
      title: row.title.toLowerCase(),
      start: row.start_utc.getTime(),
      end: row.end_utc.getTime(),
      isListed: row.status === 'publish' && !row.hide_from_listings,
      isOpen: row.password_hash === null,
      featured: row.featured,
      ticketed: row.ticketed,
      is_virtual: row.is_virtual,
      event_status: row.event_status,
      links: links.get(row.id) ?? {},
    }));
  }

  /** A random query, and a predicate for the events that match it. */
  function query(): { query: Fields; matches: (event: Stored) => boolean } {
    const conditions: ((event: Stored) => boolean)[] = [({ isListed }) => isListed];
    const sent: Fields = { strict_dates: true };
    const bound = (name: string, keeps: (event: Stored, at: number) => boolean): void => {
      const at = MIDDLE + random.between(-50 * 24, 50 * 24) * HOUR;
      sent[name] = new Date(at).toISOString();
      conditions.push((event) => keeps(event, at));
    };
    if (random.chance(0.5)) {
      const overlap = random.chance(0.5);
      sent.overlap = overlap;
      if (overlap) bound('start_date', (event, at) => event.end > at || event.start >= at);
      else bound('start_date', (event, at) => event.start >= at);
      bound('end_date', (event, at) => (overlap ? event.start <= at : event.end <= at));
    } else {
      if (random.chance(0.4)) bound('starts_before', (event, at) => event.start < at);
      if (random.chance(0.4)) bound('starts_after', (event, at) => event.start > at);
      if (random.chance(0.4)) bound('ends_after', (event, at) => event.end > at);
      bound('ends_before', (event, at) => event.end < at);
    }
    for (const { field } of KINDS) {
      if (!random.chance(0.25)) continue;
      const ids = random.sample(records[field], random.pick([1, 1, 2, 3]));
      sent[field] = ids;
      conditions.push(
        ({ isOpen, links }) => isOpen && (links[field] ?? []).some((id) => ids.includes(id)),
      );
    }
    if (random.chance(0.15)) {
      const geoloc = random.chance(0.5);
      sent.geoloc = geoloc;
      conditions.push(
        ({ isOpen, links }) =>
          (isOpen && (links.venue ?? []).some((id) => located.has(id))) === geoloc,
      );
    }
    for (const name of FLAGS) {
      if (!random.chance(0.1)) continue;
      const flag = random.chance(0.5);
      sent[name] = flag;
      conditions.push((event) => event[name] === flag && event.isOpen);
    }
    if (random.chance(0.1)) {
      const statuses = random.sample(EVENT_STATUSES, random.between(1, 3));
      sent.event_status = statuses;
      conditions.push(({ event_status }) => statuses.includes(event_status));
    }
    return { query: sent, matches: (event) => conditions.every((condition) => condition(event)) };
  }

  const KEYS: Record<string, (event: Stored) => number | string> = {
    start_date: ({ start }) => start,
    end_date: ({ end }) => end,
    title: ({ title }) => title,
    id: ({ id }) => id,
  };

  /** Compares a page of a random query with the stored events. */
  async function check(all: readonly Stored[], per_page: number): Promise<void> {
    const { query: sent, matches } = query();
    const order = random.pick(['asc', 'desc']);
    const orderby = random.pick(['start_date', ...Object.keys(KEYS)]);
    const keyOf = KEYS[orderby];
    const sign = order === 'asc' ? 1 : -1;
    const compare = (one: Stored, other: Stored): number => {
      const [key, otherKey] = [keyOf(one), keyOf(other)];
      return sign * (key < otherKey ? -1 : key > otherKey ? 1 : one.id - other.id);
    };
    const ids = all
      .filter(matches)
      .sort(compare)
      .map(({ id }) => id);
    const pages = Math.max(1, Math.ceil(ids.length / per_page));
    const page = random.between(1, pages);
    const { body } = await apps[0].get<{ total: number; events: { id: number }[] }>('/events', {
      ...sent,
      order,
      orderby,
      per_page,
      page,
    });
    expect({
      sent,
      orderby,
      page,
      total: body.total,
      ids: body.events.map(({ id }) => id),
    }).toEqual({
      sent,
      orderby,
      page,
      total: ids.length,
      ids: ids.slice((page - 1) * per_page, page * per_page),
    });
  }

  it(
    'equal the number of events in lists',
    async () => {
      const all = await stored();
      for (let n = 0; n < WRITES; n++) await check(all, random.between(1, 7));
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    'equal the number of events also in long lists',
    async () => {
      const database = apps[0].nest.get(Database);
      const [pattern] = await database
        .select(Event, 'event')
        .where({ password_hash: IsNull() })
        .limit(1)
        .getMany();
      const many = Array.from({ length: MANY }, (_, n): NewEvent => {
        const start = MIDDLE + random.between(-60 * 24, 60 * 24) * HOUR;
        const times = {
          start_utc: new Date(start),
          end_utc: new Date(start + random.pick(LENGTHS)),
        };
        const links = Object.fromEntries(
          KINDS.map(({ field }) => [field, random.sample(records[field], 1)]),
        );
        const status = random.chance(0.9) ? 'publish' : 'draft';
        const title = `Number ${random.between(1, MANY / 2)}`;
        const values = { ...pattern, ...times, id: undefined, title, slug: `many-${n}`, status };
        return { values: { ...values, hide_from_listings: false }, links };
      });
      await database.transaction((transaction) =>
        apps[0].nest.get(EventsRepository).insert(transaction, many),
      );
      expect(await differences()).toEqual([]);
      const all = await stored();
      for (let n = 0; n < WRITES; n++) await check(all, random.between(5, 50));
    },
    TIMEOUT_MILLISECONDS,
  );
});
