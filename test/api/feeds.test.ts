import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { DataSource } from 'typeorm';
import { ApiKeys } from '../../src/platform/auth';
import { type Role } from '../../src/platform/http/context';
import { Database } from '../../src/platform/database';
import { fakeDate } from '../support/fake-date';
import {
  type TestResponse,
  type CreatedRecord,
  type Fields,
  startApp,
  type TestApp,
} from '../support/app';
import {
  readCalendar,
  type ReadComponent,
  titlesOf,
  valueOf,
} from '../support/icalendar/read-calendar';
import type { ErrorBody } from '../support/resource-tests';
import { StatementLog } from '../support/statement-log';

const DAY = 24 * 3_600_000;

const day = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

const lasting = (from: number, until = from): Fields => ({
  start_date: `${day(from)} 10:00`,
  end_date: `${day(until)} 12:00`,
});

const eventIn = (text: unknown, title: string): ReadComponent => {
  const found = readCalendar(text).events.find((event) => valueOf(event, 'SUMMARY') === title);
  if (!found) throw new Error(`No event ${title} in ${String(text)}`);
  return found;
};

const LARGE = 'Wörter, und mehr; '.repeat(5000);

/** By SQL, because sanitizing 15 MB of texts takes too long. */
const describeAll = (app: TestApp, text: string): Promise<unknown> =>
  app.nest
    .get(Database)
    .transaction((transaction) => transaction.run('UPDATE events SET description = ?', [text]));

describe('The iCalendar feed of the event list', () => {
  let app: TestApp;
  const keys: Partial<Record<Role, string>> = {};
  let [jazz, draft, guarded]: CreatedRecord[] = [];
  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected' });
    for (const role of ['contributor', 'editor'] as const)
      keys[role] = await app.nest.get(ApiKeys).create(role, role, 7, new Date());
    const create = async (fields: Fields): Promise<CreatedRecord> => {
      const { status, body } = await as('editor', 'POST', '/events', { body: fields });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body as CreatedRecord;
    };
    await create({ title: 'over long ago', ...lasting(-45) });
    await create({ title: 'running', ...lasting(-45, 1) });
    await create({ title: 'over', ...lasting(-20) });
    jazz = await create({
      title: 'jazz',
      ...lasting(5),
      categories: ['Jazz'],
      tags: ['open, air'],
    });
    await create({ title: 'next year', ...lasting(400), featured: true, categories: ['Jazz'] });
    await create({ title: 'too far', ...lasting(800) });
    await create({ title: 'hidden', ...lasting(5), hide_from_listings: true });
    draft = await create({ title: 'draft', ...lasting(6), status: 'draft', author: 9 });
    await create({ title: 'own draft', ...lasting(6), status: 'draft', author: 7 });
    guarded = await create({
      title: 'protected',
      ...lasting(7),
      password: 'pw',
      description: 'secretive',
    });
  });
  afterAll(() => app.close());

  const as = (
    role: Role | undefined,
    method: string,
    path: string,
    {
      body,
      query,
      headers = {},
    }: { body?: Fields; query?: Fields; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> => {
    const key = role && keys[role];
    const credential: Record<string, string> =
      key === undefined ? {} : { Authorization: `Bearer ${key}` };
    return app.request(method, path, { body, query, headers: { ...credential, ...headers } });
  };

  it('has the events from 30 days ago until 24 months ahead, in list order', async () => {
    const { status, headers, body } = await app.get('/events.ics');
    expect(status).toBe(200);
    expect(titlesOf(body)).toEqual(['running', 'over', 'jazz', 'protected', 'next year']);
    expect(headers.get('x-tec-total')).toBe('5');
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('inline; filename="events.ics"');
    expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
  });

  it.each([
    [{ overlap: false }, ['over', 'jazz', 'protected', 'next year']],
    [
      { start_date: day(-50), end_date: day(10) },
      ['over long ago', 'running', 'over', 'jazz', 'protected'],
    ],
    [{ start_date: day(700), end_date: day(900) }, ['too far']],
    [{ strict_dates: true }, ['running', 'over', 'jazz', 'protected', 'next year']],
    [{ starts_after: day(300) }, ['next year', 'too far']],
    [{ ends_before: 'today' }, ['over long ago', 'over']],
    [{ featured: true }, ['next year']],
    [{ categories: 'jazz', search: 'a' }, ['jazz', 'next year']],
    [{ tags: 'open-air' }, ['jazz']],
    [{ search: 'nothing like it' }, []],
    [{ unknown: 'x', ical: '1' }, ['running', 'over', 'jazz', 'protected', 'next year']],
  ])('accepts the filters of the list: %j', async (query, titles) => {
    const { status, headers, body } = await app.get('/events.ics', query);
    expect([status, titlesOf(body)]).toEqual([200, titles]);
    expect(headers.get('x-tec-total')).toBe(String(titles.length));
  });

  it('refuses pagination parameters, and reports all of them', async () => {
    const query = {
      page: 1,
      per_page: '',
      orderby: 'id',
      order: 'asc',
      _fields: 'id',
      featured: 7,
    };
    const { status, headers, body } = await app.get<ErrorBody>('/events.ics', query);
    expect([status, body.code]).toEqual([400, 'rest-invalid-param']);
    expect(Object.keys(body.data.params ?? {}).sort()).toEqual(Object.keys(query).sort());
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect((await app.get('/events.ics', { categories: 'nothing' })).status).toBe(400);
    expect((await app.get('/events.ics', { details: 'some' })).status).toBe(400);
  });

  it('shows unpublished events to callers who may list them', async () => {
    const query = { status: 'draft,publish', search: 'draft' };
    const found = async (role?: Role): Promise<unknown> => {
      const { status, headers, body } = await as(role, 'GET', '/events.ics', { query });
      if (status !== 200) return status;
      return [headers.get('cache-control'), titlesOf(body)];
    };
    expect(await found()).toBe(401);
    expect(await found('contributor')).toEqual(['private, no-cache', ['own draft']]);
    expect(await found('editor')).toEqual(['private, no-cache', ['draft', 'own draft']]);
    const { body } = await as('editor', 'GET', '/events.ics', { query });
    expect(valueOf(eventIn(body, 'draft'), 'STATUS')).toBe('TENTATIVE');
    expect(
      (await app.get('/events.ics', { status: 'draft' })).headers.get('www-authenticate'),
    ).toContain('Basic');
  });

  it('shows hidden data of protected events only to editors', async () => {
    const { body } = await app.get('/events.ics', { details: 'full' });
    expect(Object.keys(eventIn(body, 'protected')).sort()).toEqual(
      'CREATED DTEND DTSTAMP DTSTART LAST-MODIFIED SEQUENCE STATUS SUMMARY UID URL'.split(' '),
    );
    expect(body).not.toContain('secretive');
    const opened = await as('editor', 'GET', '/events.ics');
    expect(valueOf(eventIn(opened.body, 'protected'), 'DESCRIPTION')).toBe('secretive');
  });

  it('keeps its ETag when hidden records change', async () => {
    for (const path of [
      '/events.ics',
      '/events.geojson',
      '/events.csv',
      '/events.atom',
      '/events',
    ]) {
      const before = await as(undefined, 'GET', path);
      const draft = await as('editor', 'POST', '/events', {
        body: {
          title: 'Hidden',
          start_date: `${day(3)} 10:00`,
          end_date: `${day(3)} 11:00`,
          status: 'draft',
        },
      });
      await as('editor', 'PATCH', `/events/${String(draft.body.id)}`, {
        body: { title: 'Hidden again' },
      });
      const after = await as(undefined, 'GET', path);
      expect(after.body).toEqual(before.body);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
      await as('editor', 'DELETE', `/events/${String(draft.body.id)}`);
    }
  });

  it('is cached, and returns 304 until something is written', async () => {
    const [first, second] = [await app.get('/events.ics'), await app.get('/events.ics')];
    expect(second.body).toBe(first.body);
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect(second.headers.get('etag')).toBe(headers['If-None-Match']);
    expect((await as(undefined, 'GET', '/events.ics', { headers })).status).toBe(304);
    expect((await as(undefined, 'HEAD', '/events.ics', { headers })).status).toBe(304);
    // Each caller and feed has a separate cache entry.
    expect((await as('editor', 'GET', '/events.ics', { headers })).status).toBe(200);
    expect((await as(undefined, 'GET', '/events.ics?featured=1', { headers })).status).toBe(200);
    const moved = { body: { start_date: `${day(5)} 11:00` } };
    await as('editor', 'PATCH', `/events/${jazz.id}`, moved);
    const { status, body } = await as(undefined, 'GET', '/events.ics', { headers });
    expect(status).toBe(200);
    const [before, after] = [eventIn(first.body, 'jazz'), eventIn(body, 'jazz')];
    expect(valueOf(after, 'UID')).toBe(valueOf(before, 'UID'));
    expect(Number(valueOf(after, 'SEQUENCE'))).toBeGreaterThan(Number(valueOf(before, 'SEQUENCE')));
    expect(titlesOf(body)).toEqual(titlesOf(first.body));
  });

  it('is linked from the list and from each event, with the filters of the request', async () => {
    const list = await app.get('/events', {
      categories: 'jazz',
      per_page: 1,
      page: 2,
      order: 'desc',
    });
    expect(list.headers.get('link')).toMatch(
      new RegExp(
        `, <${app.url}/events\\.ics\\?categories=jazz>; rel="alternate"; type="text/calendar"$`,
      ),
    );
    for (const path of [`/events/${jazz.id}`, '/events/by-slug/jazz']) {
      const item = await app.get(path);
      expect(item.headers.get('link')).toBe(
        `<${app.url}${path}.ics>; rel="alternate"; type="text/calendar"`,
      );
      expect((await app.get(`${path}.ics`)).status).toBe(200);
    }
    expect((await app.get('/events/999')).headers.get('link')).not.toContain('alternate');
    const german = await app.request('GET', `${app.origin}/de/cal/events/v1/events`);
    expect(german.headers.get('link')).toContain('/de/cal/events/v1/events.ics>; rel="alternate"');
  });

  it('has a name and its source', async () => {
    const { body } = await app.get('/events.ics', { categories: 'jazz', x: 'y' });
    const { properties } = readCalendar(body);
    expect(
      Object.fromEntries(Object.keys(properties).map((name) => [name, valueOf(properties, name)])),
    ).toEqual({
      VERSION: '2.0',
      PRODID: expect.any(String) as string,
      CALSCALE: 'GREGORIAN',
      NAME: 'Event calendar – Jazz',
      'X-WR-CALNAME': 'Event calendar – Jazz',
      'X-WR-TIMEZONE': 'UTC',
      SOURCE: `${app.url}/events.ics?categories=jazz`,
      'REFRESH-INTERVAL': 'PT1H',
      'X-PUBLISHED-TTL': 'PT1H',
    });
    expect(body).toContain('\r\nSOURCE;VALUE=URI:');
    expect(body).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
  });

  it('has the coordinates of the first venue that has some, without an exponent', async () => {
    const venue = [{ venue: 'Unknown' }, { venue: 'Near', geo_lat: 1e-7, geo_lng: -16.3738191 }];
    const fields = { title: 'somewhere', ...lasting(5), status: 'draft', venue };
    const { body } = await as('editor', 'POST', '/events', { body: fields });
    const file = await as('editor', 'GET', `/events/${(body as CreatedRecord).id}.ics`);
    expect(file.body).toContain('\r\nGEO:0;-16.373819\r\n');
  });

  it('of one event answers like the event itself', async () => {
    const status = async (path: string, role?: Role): Promise<number> =>
      (await as(role, 'GET', path)).status;
    expect(await status('/events/999.ics')).toBe(404);
    expect(await status('/events/x.ics')).toBe(404);
    expect(await status('/events/by-slug/nothing.ics')).toBe(404);
    expect(await status(`/events/${draft.id}.ics`)).toBe(403);
    expect(await status(`/events/${draft.id}.ics`, 'editor')).toBe(200);
    expect(await status(`/events/${guarded.id}.ics`)).toBe(403);
    expect(await status(`/events/${guarded.id}.ics?password=no`)).toBe(403);
    const opened = await app.get(`/events/${guarded.id}.ics?password=pw`);
    expect(valueOf(eventIn(opened.body, 'protected'), 'DESCRIPTION')).toBe('secretive');
    expect(Object.keys(readCalendar(opened.body).properties)).toEqual([
      'VERSION',
      'PRODID',
      'CALSCALE',
    ]);
    expect(opened.headers.get('content-disposition')).toBe('attachment; filename="protected.ics"');
    expect((await app.request('DELETE', '/events.ics')).status).toBe(405);
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const response = await app.request(method, '/events/1.ics');
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
    expect((await app.request('OPTIONS', '/events.ics')).headers.get('allow')).toBe(
      'GET, HEAD, OPTIONS',
    );
  });
});

describe('A poll of an unchanged calendar', () => {
  it.each(['0', '8'])('costs at most two statements, with a cache of %s MB', async (size) => {
    const app = await startApp({ CACHE_SIZE: size });
    await app.createEvent({ categories: ['Jazz'] });
    const reader: DataSource = app.nest.get(Database).select('events', 'event').dataSource;
    const log = new StatementLog();
    reader.logger = log;
    for (const path of [
      '/events.ics',
      '/events.ics?categories=jazz',
      `${app.origin}/events/?ical=1`,
    ]) {
      const { headers } = await app.get(path);
      const known = { 'If-None-Match': headers.get('etag') ?? '' };
      await app.request('GET', path, { headers: known });
      expect(log.take().length).toBeGreaterThan(4);
      expect((await app.request('GET', path, { headers: known })).status).toBe(304);
      expect(log.take().length).toBeLessThanOrEqual(2);
    }
    await app.close();
  });
});

describe('A calendar without events', () => {
  it('does not change until midnight in the time zone of the site, also on New Year', async () => {
    const app = await startApp({ TIMEZONE: 'America/New_York' });
    const at = async (time: string): Promise<(string | null)[]> => {
      fakeDate(new Date(time));
      const { headers, body } = await app.get('/events.ics');
      return [headers.get('etag'), body as unknown as string];
    };
    const afternoon = await at('2027-12-31T20:00:00Z');
    const evening = await at('2028-01-01T04:00:00Z');
    const night = await at('2028-01-01T06:00:00Z');
    expect(evening).toEqual(afternoon);
    expect(night[0]).not.toBe(evening[0]);
    await app.close();
    jest.useRealTimers();
  });
});

describe('A calendar beyond the event limit', () => {
  let app: TestApp;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    app = await startApp({ FEED_MAX: '3', CALENDAR_NAME: 'Town; hall', FEED_REFRESH: 'PT15M' });
    for (const [title, from, until] of [
      ['over', -3, -3],
      ['long', -5, 9],
      ['third', 3, 3],
      ['first', 1, 1],
      ['last', 30, 30],
      ['over before', -9, -9],
    ] as const)
      ids[title] = (await app.createEvent({ title, ...lasting(from, until) })).id;
  });
  afterAll(() => app.close());

  it('has the events that end first from today on, and the total', async () => {
    const { headers, body } = await app.get('/events.ics');
    expect(titlesOf(body)).toEqual(['long', 'first', 'third']);
    expect(headers.get('x-tec-total')).toBe('6');
    const { properties } = readCalendar(body);
    expect(valueOf(properties, 'X-WR-CALDESC')).toBe(
      '3 of 6 events: those that end soonest from today on',
    );
    expect(valueOf(properties, 'NAME')).toBe('Town\\; hall');
    expect(valueOf(properties, 'REFRESH-INTERVAL')).toBe('PT15M');
  });

  it('has the events that end first, if all or some are far in the future', async () => {
    const other = await startApp({ FEED_MAX: '2' });
    await other.createEvent({ title: 'long', ...lasting(1, 650) });
    for (const ahead of [603, 602, 601, 604, 605])
      await other.createEvent({ title: `in ${ahead} days`, ...lasting(ahead, ahead) });
    const shown = async () => titlesOf((await other.get('/events.ics')).body);
    expect(await shown()).toEqual(['in 601 days', 'in 602 days']);
    await other.createEvent({ title: 'soon', ...lasting(5, 6) });
    expect(await shown()).toEqual(['soon', 'in 601 days']);
    await other.createEvent({ title: 'sooner', ...lasting(4, 4) });
    expect(await shown()).toEqual(['sooner', 'soon']);
    const { id: venue } = await other.createVenue({ geo_lat: 48, geo_lng: 11 });
    for (const until of [3, 2, 1])
      await other.createEvent({ title: `until ${until}`, ...lasting(0, until), venue });
    expect(await shown()).toEqual(['until 2', 'until 1']);
    const map = await other.get<{ features: { properties: { title: string } }[] }>(
      '/events.geojson',
    );
    expect(map.body.features.map(({ properties }) => properties.title)).toEqual([
      'until 2',
      'until 1',
    ]);
    await other.close();
  });

  it('is complete at the limit, also with past events', async () => {
    const some = await app.get('/events.ics', {
      include: [ids.over, ids.third, ids.last],
    });
    expect(titlesOf(some.body)).toEqual(['over', 'third', 'last']);
    expect(valueOf(readCalendar(some.body).properties, 'X-WR-CALDESC')).toBeUndefined();
    await app.createEvent({ title: 'over twice', ...lasting(-4) });
    await app.createEvent({ title: 'over thrice', ...lasting(-2) });
    const past = await app.get('/events.ics', { end_date: day(-1), overlap: false });
    expect([past.headers.get('x-tec-total'), titlesOf(past.body)]).toEqual([
      '4',
      ['over twice', 'over', 'over thrice'],
    ]);
    expect(valueOf(readCalendar(past.body).properties, 'X-WR-CALDESC')).toBe(
      '3 of 4 events: those that ended last',
    );
  });

  it('has all events when their texts are large', async () => {
    const other = await startApp();
    for (let n = 0; n < 40; n++)
      await other.createEvent({ title: `Large ${n}`, timezone: 'Europe/Paris' });
    await describeAll(other, `<p>${LARGE}</p>`);
    const { headers, body } = await other.get('/events.ics', { details: 'full' });
    const { events, zones } = readCalendar(body);
    expect([headers.get('x-tec-total'), events.length, zones.length]).toEqual(['40', 40, 1]);
    expect(titlesOf(body)).toEqual(Array.from({ length: 40 }, (_, n) => `Large ${n}`));
    for (const event of events) expect(valueOf(event, 'DESCRIPTION')).toHaveLength(5000 * 18 - 1);
    const short = readCalendar((await other.get('/events.ics')).body).events;
    for (const event of short) {
      expect(valueOf(event, 'DESCRIPTION')?.length).toBeLessThanOrEqual(300);
      expect(valueOf(event, 'DESCRIPTION')).toMatch(/^(Wörter, und mehr; )+Wörter, und…$/);
    }
    await other.close();
  });
});

describe('A calendar beyond the text limit', () => {
  const BYTES_MAX = 8 * 1024 * 1024;
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    const create = (title: string, days: number): Promise<CreatedRecord> =>
      app.createEvent({ title, ...lasting(days) });
    for (let n = 1; n <= 80; n++) await create(`${n} days ago`, -n);
    for (let n = 90; n > 0; n--) await create(`in ${n} days`, n);
    await describeAll(app, LARGE);
  });
  afterAll(() => app.close());

  it('has the events that end first from today on, and the total', async () => {
    const { status, headers, body } = await app.get('/events.ics', { details: 'full' });
    const { properties, events } = readCalendar(body);
    const shown = events.length;
    expect([status, headers.get('x-tec-total')]).toEqual([200, '120']);
    expect(titlesOf(body)).toEqual(Array.from({ length: shown }, (_, n) => `in ${n + 1} days`));
    expect(valueOf(properties, 'X-WR-CALDESC')).toBe(
      `${shown} of 120 events: those that end soonest from today on`,
    );
    const bytes = Buffer.byteLength(body as unknown as string);
    expect(bytes).toBeLessThan(BYTES_MAX + 10_000);
    expect(bytes).toBeGreaterThan(BYTES_MAX - 200_000);
    expect(titlesOf((await app.get('/events.ics')).body)).toHaveLength(120);
  });

  it('has the events that ended last, if all are over', async () => {
    const query = { details: 'full', start_date: day(-90), end_date: day(-1) };
    const { body } = await app.get('/events.ics', query);
    const { properties, events } = readCalendar(body);
    const titles = Array.from(events, (_, n) => `${n + 1} days ago`);
    expect(events.length).toBeLessThan(80);
    expect(titlesOf(body)).toEqual(titles.reverse());
    expect(valueOf(properties, 'X-WR-CALDESC')).toBe(
      `${events.length} of 80 events: those that ended last`,
    );
  });

  it('is refused for some seconds while slow clients hold too many', async () => {
    const port = Number(new URL(app.origin).port);
    const readers: Socket[] = [];
    for (let n = 0; n < 7; n++) {
      const reader = connect(port, '127.0.0.1');
      readers.push(reader);
      reader.write(
        `GET /cal/events/v1/events.ics?details=full&reader=${n} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
      );
      await once(reader, 'readable');
    }
    const refused = await app.get<ErrorBody>('/events.ics', { details: 'full', reader: 'last' });
    expect([refused.status, refused.body.code]).toEqual([503, 'rest-overloaded']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await app.get('/events')).status).toBe(200);
    for (const reader of readers) {
      reader.destroy();
      await once(reader, 'close');
    }
    let status = 503;
    while (status === 503) ({ status } = await app.get('/events.ics', { details: 'full' }));
    expect(status).toBe(200);
  });
});
