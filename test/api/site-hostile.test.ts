import { DataSource } from 'typeorm';
import { type Fields, startApp, type TestApp, type TestResponse } from '../support/app';
import { Callers } from '../support/callers';
import { multiplyEvents } from '../support/multiply-events';

const HTML = { Accept: 'text/html' };

const read = (
  app: TestApp,
  path: string,
  headers: Record<string, string> = {},
): Promise<TestResponse<string>> =>
  app.request('GET', app.origin + path, { headers: { ...HTML, ...headers } });

describe('A page in the cache', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({
      TRUSTED_PROXIES: '127.0.0.1',
      ALLOWED_HOSTS: 'one.example, two.example',
    });
    await app.createEvent({ slug: 'concert', venue: { venue: 'Hall' } });
  });
  afterAll(() => app.close());

  const VISITS = [
    ['', {}, 'en'],
    ['/de', {}, 'de'],
    ['/fr', {}, 'fr'],
    ['', { 'X-Forwarded-Host': 'one.example' }, 'en'],
    ['/de', { 'X-Forwarded-Host': 'two.example', 'X-Forwarded-Proto': 'https' }, 'de'],
    ['', { 'X-Forwarded-Prefix': '/calendar' }, 'en'],
    ['', { 'X-Forwarded-Prefix': '/de' }, 'en'],
  ] as const;

  it.each(['/', '/events/', '/events/month/2027-05/', '/event/concert/', '/venue/hall/'])(
    'is never that of another host, prefix or language: %s',
    async (path) => {
      for (let time = 0; time < 3; time++)
        for (const [segment, sent, language] of VISITS) {
          const { body, status } = await read(app, segment + path, sent);
          const headers: Record<string, string> = sent;
          const host = headers['X-Forwarded-Host'];
          const scheme = headers['X-Forwarded-Proto'] ?? 'http';
          const origin = host === undefined ? app.origin : `${scheme}://${host}`;
          const root = origin + (headers['X-Forwarded-Prefix'] ?? '');
          expect([status, body]).toEqual([
            200,
            expect.stringContaining(`<link rel="canonical" href="${root}${segment}${path}" />`),
          ]);
          expect(body).toContain(`<html lang="${language}"`);
          const absolute = body.match(/https?:\/\/[^/"]+\/[^"]*/g) ?? [];
          const others = absolute.filter(
            (address) =>
              !address.startsWith(root) && !/openstreetmap|w3\.org|schema\.org/.test(address),
          );
          expect(others).toEqual([]);
        }
    },
  );

  it('is none for a host that is not allowed', async () => {
    const evil = { 'X-Forwarded-Host': 'evil.example' };
    for (const path of ['/', '/events/', '/event/concert/']) {
      expect((await read(app, path, evil)).status).toBe(421);
      expect((await read(app, path)).body).not.toContain('evil.example');
    }
  });
});

describe('Hostile texts', () => {
  let app: TestApp;
  const MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(2)>\'';
  const ENTITIES = '&lt;script&gt;alert(3)&lt;/script&gt; </title></script>';
  const ODD = 'مرحبا \u202e\u200d \u0085 🎉 é';
  beforeAll(async () => {
    app = await startApp();
    const month = { start_date: '2027-05-03 10:00', end_date: '2027-05-03 11:00' };
    for (const [index, text] of [MARKUP, ENTITIES, ODD].entries()) {
      const { id: category } = await app.createCategory({ name: `${text} c`, slug: `c${index}` });
      await app.createEvent({
        ...month,
        title: `${text} t`,
        slug: `e${index}`,
        description: `${text}<a href="javascript:alert(4)">link</a>`,
        excerpt: text,
        cost: text.slice(0, 20),
        event_status: 'canceled',
        event_status_reason: text,
        categories: [category],
        tags: [`${text} g`],
        venue: { venue: `${text} v`, slug: `v${index}`, address: text, city: text },
        organizer: { organizer: `${text} o`, slug: `o${index}` },
        image: `https://images.example/?a='onerror='alert(5)&b=${index}`,
      });
    }
    await app.createEvent({ ...month, title: 'T'.repeat(500), slug: 'long' });
    await app.create('/series', {
      title: `${MARKUP} s`,
      slug: 's0',
      ...month,
      rrule: 'FREQ=DAILY;COUNT=3',
    });
  });
  afterAll(() => app.close());

  const PATHS = [
    ...['/', '/events/', '/events/month/2027-05/', '/events/2027-05-03/', '/events/category/c0/'],
    ...['/events/category/c1/', '/event/e0/', '/event/e1/', '/event/e2/', '/event/long/'],
    ...['/series/s0/', '/venue/v0/', '/venue/v1/', '/organizer/o0/', '/organizer/o1/'],
    `/events/?search=${encodeURIComponent(MARKUP)}`,
    `/events/?start_date=${encodeURIComponent(MARKUP)}`,
    `/events/?page=${encodeURIComponent(MARKUP)}`,
    `/events/?eventDisplay=${encodeURIComponent(MARKUP)}`,
    `/events/category/${encodeURIComponent(MARKUP)}/`,
    `/event/${encodeURIComponent(MARKUP)}/`,
    '/event/"><script>alert(5)</script>/',
  ];

  it.each(PATHS)('do nothing on %s', async (path) => {
    const { body } = await read(app, path);
    expect(body).toContain('<h1>');
    const scripts = body.match(/<script[^>]*>/g) ?? [];
    const known = /^<script (src="[./]*docs\/site\.js" defer|type="application\/ld\+json")>$/;
    expect(scripts.filter((tag) => !known.test(tag))).toEqual([]);
    // One end for each beginning: structured data does not end early.
    expect(body.match(/<\/script/g) ?? []).toHaveLength(scripts.length);
    expect(body).not.toMatch(/<[a-z][^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*\son[a-z]+=/);
    expect(body).not.toMatch(/(?:href|src)="\s*javascript:/i);
    expect(body.match(/<title>[^<]*<\/title>/g)).toHaveLength(1);
  });

  it('do not get into addresses', async () => {
    for (const fields of [
      { website: 'javascript:alert(1)' },
      { virtual_url: 'javascript:alert(1)' },
      { image: 'javascript:alert(1)' },
      { image: 'data:text/html,<script>alert(1)</script>' },
    ])
      expect((await app.post('/events', { title: 'Talk', ...fields })).status).toBe(400);
  });

  it('of half characters are refused', async () => {
    const { status } = await app.post('/events', { title: 'Talk \ud800' });
    expect(status).toBe(400);
  });
});

describe('What visitors may not see', () => {
  let app: TestApp;
  beforeAll(async () => {
    const { app: started, keys } = await Callers.start();
    app = started;
    const create = async (path: string, fields: Fields): Promise<number> => {
      const { status, body } = await app.request<{ id: number }>('POST', app.url + path, {
        body: fields,
        headers: { Authorization: `Bearer ${keys.editor}` },
      });
      expect([status, body]).toEqual([201, expect.anything()]);
      return body.id;
    };
    const shared = {
      start_date: '2027-05-03 10:00',
      end_date: '2027-05-03 11:00',
      categories: ['music'],
      tags: ['live'],
      venue: await create('/venues', { venue: 'Hall', slug: 'hall' }),
      organizer: await create('/organizers', { organizer: 'Club', slug: 'club' }),
    };
    const hidden = {
      description: 'Hush',
      excerpt: 'Hush',
      cost: 'Hush 5',
      website: 'https://hush.example',
      image: 'https://hush.example/hush.png',
    };
    await create('/categories', { name: 'music' });
    await create('/events', { ...shared, title: 'Public', slug: 'public' });
    await create('/events', {
      ...shared,
      ...hidden,
      title: 'Guarded',
      slug: 'guarded',
      password: 'saxophone',
    });
    for (const [title, fields] of [
      ['Unlisted', { hide_from_listings: true }],
      ['Drafted', { status: 'draft' }],
      ['Waiting', { status: 'pending' }],
      ['Secluded', { status: 'private' }],
    ] as const)
      await create('/events', { ...shared, title, slug: title.toLowerCase(), ...fields });
    await create('/series', {
      ...shared,
      ...hidden,
      title: 'Guarded series',
      slug: 'guarded-series',
      password: 'saxophone',
      rrule: 'FREQ=DAILY;COUNT=3',
    });
  });
  afterAll(() => app.close());

  it.each([
    '/',
    '/events/',
    '/events/?search=Hush',
    '/events/month/2027-05/',
    '/events/2027-05-03/',
    '/events/category/music/',
    '/events/tag/live/',
    '/venue/hall/',
    '/organizer/club/',
    '/series/guarded-series/',
    '/event/guarded/',
    '/event/guarded-series-2027-05-03/',
    '/sitemap.xml',
    '/cal/events/v1/events.csv',
    '/cal/events/v1/events.atom',
    '/cal/events/v1/events.ics',
    '/cal/events/v1/events/counts?by=venue',
  ])('is not on %s', async (path) => {
    const { status, body } = await read(app, path);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(status).toBe(200);
    expect(text.replaceAll('search=Hush', '').replaceAll('value="Hush"', '')).not.toMatch(/hush/i);
    expect(text).not.toMatch(/Unlisted|Drafted|Waiting|Secluded/i);
  });

  it('is a form, without structured data and preview', async () => {
    for (const path of ['/event/guarded/', '/series/guarded-series/']) {
      const { body } = await read(app, path);
      expect(body).toContain('type="password"');
      expect(body).not.toMatch(/ld\+json|og:url|og:image|Guarded/);
    }
  });

  it('is found by the slug of a protected series', async () => {
    const { status, headers } = await read(app, '/event/guarded-series/');
    expect([status, headers.get('location')]).toEqual([
      302,
      '../../event/guarded-series-2027-05-03/',
    ]);
  });

  it('does not exist', async () => {
    const problemOf = async (path: string): Promise<Fields> => {
      const { body } = await app.request<Fields>('GET', app.origin + path);
      return { ...body, request_id: undefined };
    };
    for (const slug of ['drafted', 'waiting', 'secluded'])
      for (const path of [`/event/${slug}/`, `/event/${slug}/2027-05-03/`]) {
        const { status, body } = await read(app, path);
        expect([status, body.replaceAll(slug, 'none')]).toEqual([
          404,
          (await read(app, path.replace(slug, 'none'))).body,
        ]);
        const problem = await problemOf(path);
        expect(problem).toEqual(await problemOf(path.replace(slug, 'none')));
        expect(problem).toMatchObject({ status: 404 });
      }
  });

  it('stays hidden from those who have a key', async () => {
    const { keys, app: other } = await Callers.start();
    const headers = { Authorization: `Bearer ${keys.editor}` };
    await other.request('POST', `${other.url}/events`, {
      headers,
      body: { title: 'Draft', slug: 'draft', status: 'draft' },
    });
    expect((await read(other, '/event/draft/', headers)).status).toBe(404);
    await other.close();
  });

  it('is not counted', async () => {
    const count = async (by: string): Promise<number> => {
      const query = new URLSearchParams({ by, start_date: '2027-05-03', end_date: '2027-05-03' });
      const { body } = await app.get<{ total: number }>(`/events/counts?${query.toString()}`);
      return body.total;
    };
    // The public event, the protected one and one of the protected series.
    expect(await count('day')).toBe(3);
  });
});

describe('A month of 10,000 events', () => {
  const MOST = 100;
  const DOUBLINGS = 10;
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ CACHE_SIZE: '0' });
    for (let n = 1; n <= 10; n++)
      await app.createEvent({
        title: `Event ${n}`,
        start_date: `2027-05-${String(n).padStart(2, '0')} 10:00`,
        end_date: `2027-05-${String(n + 8).padStart(2, '0')} 11:00`,
      });
    const source = app.nest.get(DataSource);
    await source.transaction((manager) =>
      multiplyEvents(source, (sql) => manager.query(sql), { most: MOST, doublings: DOUBLINGS }),
    );
  });
  afterAll(() => app.close());

  it('has a page of limited size, with the number of the others', async () => {
    const { status, body } = await read(app, '/events/month/2027-05/');
    expect(status).toBe(200);
    expect(body.length).toBeLessThan(300_000);
    expect(body).toContain('9,240 more events');
  });

  it('does not keep others waiting when sixteen visitors open it', async () => {
    const begin = Date.now();
    const pages = await Promise.all(
      Array.from({ length: 16 }, () => read(app, '/events/month/2027-05/')),
    );
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    expect(Date.now() - begin).toBeLessThan(20_000);
  });
});
