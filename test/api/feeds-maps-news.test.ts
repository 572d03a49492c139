import type { EventRecord } from '../../src/calendar/events/event-record';
import { ApiKeys } from '../../src/platform/auth';
import { type Role } from '../../src/platform/http/context';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';

interface Feature {
  type: string;
  id: number;
  geometry: { type: string; coordinates: unknown };
  properties: Record<string, unknown>;
}
interface FeatureCollection {
  type: string;
  name: string;
  features: Feature[];
  numberMatched: number;
  numberReturned: number;
}
interface JsonFeed {
  title: string;
  feed_url: string;
  items: (Record<string, unknown> & { _event: Record<string, unknown> })[];
}

const DAY = 24 * 3600 * 1000;
const day = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const MAP = '/events.geojson';
const ATOM = '/events.atom';
const JSON_FEED = '/events.feed.json';
/** Characters that are special in XML, JSON and HTML, or not allowed in XML. */
const HOSTILE = `]]> <b>&"' </title> \u0001\u000b\u001f \ufffe 😀 é`;

describe('Events as GeoJSON, Atom and JSON Feed', () => {
  let app: TestApp;
  const events: Record<string, CreatedRecord> = {};
  let editor: string;

  const bearer = (key?: string): Record<string, string> =>
    key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const get = async (
    path: string,
    query: Fields = {},
    key?: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: Headers; text: string }> => {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const response = await fetch(`${app.origin}/cal/events/v1${path}${search && `?${search}`}`, {
      headers: { ...bearer(key), ...headers },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const map = async (query: Fields = {}, key?: string): Promise<FeatureCollection> => {
    const { status, text } = await get(MAP, query, key);
    expect({ status, text }).toMatchObject({ status: 200 });
    return JSON.parse(text) as FeatureCollection;
  };
  const news = async (query: Fields = {}, key?: string): Promise<JsonFeed> => {
    const { status, text } = await get(JSON_FEED, query, key);
    expect({ status, text }).toMatchObject({ status: 200 });
    return JSON.parse(text) as JsonFeed;
  };
  const titlesOf = (collection: FeatureCollection): unknown[] =>
    collection.features.map(({ properties }) => properties.title);

  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected', CALENDAR_NAME: 'Town <hall>' });
    const keys = app.nest.get(ApiKeys);
    const key = async (role: Role): Promise<string> =>
      (await keys.create(role, role, 7, new Date())) ?? '';
    editor = await key('editor');
    const make = async (name: string, fields: Fields): Promise<void> => {
      const { status, body } = await app.request<CreatedRecord>('POST', '/events', {
        headers: bearer(editor),
        body: {
          title: name,
          start_date: `${day(5)} 10:00`,
          end_date: `${day(5)} 12:00`,
          ...fields,
        },
      });
      expect({ name, status }).toEqual({ name, status: 201 });
      events[name] = body;
    };
    const hall = { venue: 'Hall', city: 'Vienna', geo_lat: 48.2, geo_lng: 16.37 };
    await make('placed', {
      date: '2020-01-01',
      venue: hall,
      description: '<p>Three <b>bands</b></p>',
      categories: ['Jazz'],
      tags: ['Open air'],
      organizer: { organizer: 'Society', website: 'https://society.example/' },
      website: 'https://tickets.example/?a=1&b=2',
      image: 'https://images.example/a.png',
      timezone: 'Europe/Vienna',
    });
    await make('several', {
      date: '2020-01-02',
      venue: [hall, { venue: 'Fiji', geo_lat: -17, geo_lng: 179.9 }, { venue: 'Nowhere' }],
    });
    await make('nowhere', { date: '2020-01-03', venue: { venue: 'Unknown' } });
    await make('past', {
      date: '2020-01-04',
      venue: hall,
      start_date: '2010-05-01',
      end_date: '2010-05-01',
      all_day: true,
    });
    await make('kept', {
      date: '2020-01-05',
      venue: { venue: 'kept venue', geo_lat: 1, geo_lng: 1 },
      password: 'secret',
      description: 'kept description',
      organizer: { organizer: 'kept organizer' },
      categories: ['kept category'],
      website: 'https://kept.example/',
    });
    await make('draft', { date: '2020-01-06', venue: hall, status: 'draft' });
    await make('hidden', { date: '2020-01-07', venue: hall, hide_from_listings: true });
    await make(`${HOSTILE} hostile`, {
      date: '2020-01-08',
      description: HOSTILE,
      excerpt: HOSTILE,
      tags: [`${HOSTILE} tag`],
      venue: { venue: `${HOSTILE} venue`, geo_lat: 0, geo_lng: -0.5 },
      organizer: { organizer: HOSTILE },
      event_status: 'canceled',
      event_status_reason: HOSTILE,
    });
  });
  afterAll(() => app.close());

  const hostile = (): CreatedRecord => Object.values(events).at(-1)!;

  describe('The map', () => {
    it('has a Feature for each event with coordinates', async () => {
      const collection = await map();
      expect(collection).toMatchObject({
        type: 'FeatureCollection',
        name: 'Town <hall>',
        numberMatched: 3,
        numberReturned: 3,
      });
      expect(titlesOf(collection)).toEqual(['placed', 'several', hostile().title]);
      const [placed, several] = collection.features;
      const { placed: event } = events as unknown as Record<string, EventRecord>;
      expect(placed).toMatchObject({
        type: 'Feature',
        id: event.id,
        geometry: { type: 'Point', coordinates: [16.37, 48.2] },
        properties: {
          uid: event.uid,
          url: event.url,
          rest_url: event.rest_url,
          start_date: event.start_date,
          utc_start_date: event.utc_start_date,
          timezone: 'Europe/Vienna',
          location: 'Hall, Vienna',
          categories: ['Jazz'],
          tags: ['Open air'],
          image: 'https://images.example/a.png',
          event_status: 'scheduled',
        },
      });
      expect(several.geometry).toEqual({
        type: 'MultiPoint',
        coordinates: [
          [16.37, 48.2],
          [179.9, -17],
        ],
      });
    });

    it('accepts the filters of the list, and a box', async () => {
      expect(titlesOf(await map({ bbox: '179,-18,-179,-16' }))).toEqual(['several']);
      expect(titlesOf(await map({ categories: 'jazz' }))).toEqual(['placed']);
      expect(titlesOf(await map({ start_date: '2010-01-01', end_date: '2010-12-31' }))).toEqual([
        'past',
      ]);
      expect((await map({ bbox: '100,10,101,11' })).features).toEqual([]);
      expect((await map({ geoloc: false })).features).toEqual([]);
      expect(titlesOf(await map({ status: 'draft' }, editor))).toEqual(['draft']);
      expect((await get(MAP, { status: 'draft' })).status).toBe(401);
    });

    it('shows a protected event only to callers who may edit it', async () => {
      expect((await map({ bbox: '0,0,2,2' })).features).toEqual([]);
      expect((await get(MAP)).text).not.toContain('kept');
      expect(titlesOf(await map({ bbox: '0,0,2,2' }, editor))).toEqual(['kept']);
    });
  });

  describe('The news', () => {
    it('contain the newest events, with any dates', async () => {
      const feed = await news();
      expect(feed.items.map(({ title }) => title)).toEqual([
        hostile().title,
        'kept',
        'past',
        'nowhere',
        'several',
        'placed',
      ]);
      const { placed } = events as unknown as Record<string, EventRecord>;
      expect(feed).toMatchObject({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Town <hall>',
        feed_url: `${app.origin}/cal/events/v1/events.feed.json`,
      });
      expect(feed.items.at(-1)).toEqual({
        id: placed.uid,
        url: placed.url,
        external_url: 'https://tickets.example/?a=1&b=2',
        title: 'placed',
        content_html: `<p>${day(5)} 10:00 – 12:00 (Europe/Vienna), Hall, Vienna</p><p>Three <b>bands</b></p>`,
        summary: 'Three bands',
        image: 'https://images.example/a.png',
        date_published: '2020-01-01T00:00:00Z',
        date_modified: `${placed.modified_utc.replace(' ', 'T')}Z`,
        authors: [{ name: 'Society', url: 'https://society.example/' }],
        tags: ['Jazz', 'Open air'],
        _event: {
          start: expect.stringMatching(/T10:00:00\+0[12]:00$/) as string,
          end: expect.stringMatching(/T12:00:00\+0[12]:00$/) as string,
          timezone: 'Europe/Vienna',
          all_day: false,
          location: 'Hall, Vienna',
          geo: [48.2, 16.37],
          status: 'scheduled',
        },
      });
    });

    it('accept the filters of the list, and have the name of a single category', async () => {
      const feed = await news({ categories: 'jazz' });
      expect(feed.items.map(({ title }) => title)).toEqual(['placed']);
      expect(feed.title).toBe('Town <hall> – Jazz');
      expect(feed.feed_url).toMatch(/events\.feed\.json\?categories=jazz$/);
      expect((await news({ start_date: '2010-01-01', end_date: '2010-12-31' })).items).toHaveLength(
        1,
      );
      expect((await news({ status: 'draft' }, editor)).items).toMatchObject([{ title: 'draft' }]);
    });

    it('show title and dates of a protected event', async () => {
      const feed = await news({ include: events.kept.id });
      expect(feed.items).toEqual([
        {
          id: events.kept.uid,
          url: events.kept.url,
          title: 'kept',
          content_html: `<p>${day(5)} 10:00 – 12:00 (UTC)</p>`,
          summary: `${day(5)} 10:00 – 12:00 (UTC)`,
          date_published: '2020-01-05T00:00:00Z',
          date_modified: expect.any(String) as string,
          _event: expect.objectContaining({ location: '', status: 'scheduled' }) as object,
        },
      ]);
      for (const path of [JSON_FEED, ATOM])
        expect((await get(path)).text).not.toMatch(/kept (venue|description|organizer|category)/);
      expect((await news({ include: events.kept.id }, editor)).items[0].content_html).toContain(
        'kept description',
      );
    });

    it('show cancellations with their reason', async () => {
      const { items } = await news({ event_status: 'canceled' });
      expect(items[0]._event).toMatchObject({
        status: 'canceled',
        status_reason: hostile().event_status_reason,
      });
      expect(items[0].summary).toMatch(/^canceled \(/);
      expect(items[0].content_html).toMatch(/^<p>canceled \(/);
    });

    it('have at most 50 events, and the total', async () => {
      const one = await startApp();
      for (let n = 0; n < 53; n++)
        await one.createEvent({
          title: `N ${n}`,
          date: `2020-03-01 10:${n + 5}`.replace(/:(\d)$/, ':0$1'),
        });
      const response = await fetch(`${one.origin}/cal/events/v1${JSON_FEED}`);
      expect(response.headers.get('x-tec-total')).toBe('53');
      const { items } = (await response.json()) as JsonFeed;
      expect(items).toHaveLength(50);
      expect(items[0].title).toBe('N 52');
      await one.close();
    });
  });

  describe('The Atom feed', () => {
    it('has an entry per event, in well-formed XML for all texts', async () => {
      const { text } = await get(ATOM);
      expect(text.match(/<entry>/g)).toHaveLength(6);
      expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      expect(text).toContain('<title>Town &lt;hall&gt;</title>');
      expect(text).toContain('hostile</title>');
      expect(text).toMatch(/<link rel="self" type="application\/atom\+xml" href="http[^"]+"\/>/);
    });

    it('has permanent entry ids, and an id per feed', async () => {
      const idsOf = (text: string): string[] =>
        [...text.matchAll(/<id>(urn:uuid:[\da-f-]{36}(?:#[^<]+)?)<\/id>/g)].map(([, id]) => id);
      const before = idsOf((await get(ATOM)).text);
      expect(new Set(before).size).toBe(7);
      const [feed, entry] = idsOf((await get(ATOM, { categories: 'jazz' })).text);
      expect([feed, entry]).not.toContain(before[0]);
      expect(before).toContain(entry);
      const { status } = await app.request('PATCH', `/events/${events.nowhere.id}`, {
        headers: bearer(editor),
        body: { title: 'moved', slug: 'elsewhere', start_date: day(9), end_date: day(9) },
      });
      expect(status).toBe(200);
      expect(idsOf((await get(ATOM)).text)).toEqual(before);
      await app.request('PATCH', `/events/${events.nowhere.id}`, {
        headers: bearer(editor),
        body: { title: 'nowhere' },
      });
    });

    it('is valid without entries', async () => {
      const { status, text } = await get(ATOM, { search: 'zeppelin' });
      expect([status, text.endsWith('</feed>\n')]).toEqual([200, true]);
      expect(text).not.toContain('<entry>');
      expect((await news({ search: 'zeppelin' })).items).toEqual([]);
    });
  });

  it.each([
    [MAP, 'application/geo+json; charset=utf-8', 'events.geojson', '3'],
    [ATOM, 'application/atom+xml; charset=utf-8', 'events.atom', '6'],
    [JSON_FEED, 'application/feed+json; charset=utf-8', 'events.feed.json', '6'],
  ])(
    '%s has its media type and file name, and returns 304 to an unchanged request',
    async (path, type, name, total) => {
      const { headers, text } = await get(path);
      expect([headers.get('content-type'), headers.get('x-tec-total')]).toEqual([type, total]);
      expect(headers.get('content-disposition')).toBe(`inline; filename="${name}"`);
      const etag = headers.get('etag') ?? '';
      expect(etag).toMatch(/^"/);
      const again = await get(path, {}, undefined, { 'If-None-Match': etag });
      expect([again.status, again.text]).toEqual([304, '']);
      expect((await get(path)).text).toBe(text);
      const changed = await app.request('PATCH', `/events/${events.placed.id}`, {
        headers: bearer(editor),
        body: { title: `${path} changed` },
      });
      expect(changed.status).toBe(200);
      expect((await get(path, {}, undefined, { 'If-None-Match': etag })).status).toBe(200);
      await app.request('PATCH', `/events/${events.placed.id}`, {
        headers: bearer(editor),
        body: { title: 'placed' },
      });
      for (const parameter of ['page', 'per_page', 'orderby', 'order', '_fields']) {
        const refused = await get(path, { [parameter]: '1' });
        expect([refused.status, refused.headers.get('content-type')]).toEqual([
          400,
          expect.stringContaining('problem+json'),
        ]);
        expect(refused.text).toContain(parameter);
      }
      expect((await get(`${path}?bbox=1,2,3`)).text).toContain('west,south,east,north');
      expect((await get(path, { nobody: 'knows' })).status).toBe(200);
    },
  );

  it('contains no text of hidden events', async () => {
    for (const path of [MAP, ATOM, JSON_FEED])
      for (const query of ['', '?geoloc=true', '?overlap=false', '?start_date=2000-01-01']) {
        const { text } = await get(path + query);
        expect(text).not.toMatch(/draft|hidden|kept (venue|description|organizer|category)|secret/);
      }
  });
});
