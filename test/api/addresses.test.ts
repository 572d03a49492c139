import { type CreatedRecord, startApp, type TestApp } from '../support/app';
import { rawRequest } from '../support/raw-request';

const RESOURCES = ['events', 'venues', 'organizers', 'categories', 'tags'];

const addressesIn = (body: unknown): string[] =>
  JSON.stringify(body).match(/https?:\/\/[^"\\]+/g) ?? [];

describe('Addresses', () => {
  let app: TestApp;
  let venue: CreatedRecord;
  beforeAll(async () => {
    app = await startApp({ ALLOWED_HOSTS: 'calendar.example' });
    venue = await app.createVenue({ venue: 'Hall' });
  });
  afterAll(() => app.close());

  describe('A trailing slash', () => {
    it.each(RESOURCES)('is accepted after %s', async (resource) => {
      expect((await app.get(`/${resource}/`)).status).toBe(200);
      expect((await app.get(`/${resource}/?page=1`)).status).toBe(200);
    });

    it('is accepted after a record, for every method', async () => {
      for (const path of [`/venues/${venue.id}/`, `/venues/by-slug/${venue.slug}/`]) {
        expect((await app.get(path)).status).toBe(200);
        for (const method of ['POST', 'PUT', 'PATCH'])
          expect((await app.request(method, path, { body: {} })).status).toBe(200);
      }
      expect((await app.post('/venues/', { venue: 'Slashed' })).status).toBe(201);
    });
  });

  describe('A language segment', () => {
    const inLanguage = (language: string, path: string): string =>
      `${app.origin}/${language}/cal/events/v1${path}`;

    it.each(['en', 'de', 'fr'])('%s is accepted before every route', async (language) => {
      for (const resource of RESOURCES)
        expect((await app.request('GET', inLanguage(language, `/${resource}`))).status).toBe(200);
      expect((await app.request('GET', inLanguage(language, ''))).status).toBe(200);
      expect((await app.request('GET', inLanguage(language, '/doc'))).status).toBe(200);
      const created = await app.request<CreatedRecord>('POST', inLanguage(language, '/venues'), {
        body: { venue: 'Halle' },
      });
      expect(created.status).toBe(201);
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect(
          (await app.request(method, inLanguage(language, `/venues/${created.body.id}`))).status,
        ).toBe(200);
    });

    it('is in all links of the response', async () => {
      const { headers, body } = await app.request('GET', inLanguage('de', '/venues?per_page=1'));
      const addresses = [...addressesIn(body), ...addressesIn(headers.get('link'))];
      expect(addresses.length).toBeGreaterThan(3);
      for (const address of addresses) {
        // Pages have no language segment.
        if (!address.startsWith(app.origin) || address.includes('/venue/')) continue;
        expect(address).toMatch(new RegExp(`^${app.origin}/de/cal/events/v1/venues`));
      }
      const created = await app.request('POST', inLanguage('fr', '/tags'), {
        body: { name: 'Plein air' },
      });
      expect(created.headers.get('location')).toMatch(`${app.origin}/fr/cal/events/v1/tags/`);
    });

    it.each(['xx', 'DE', 'de/de', 'de-AT', 'deu', '%64e%2f'])(
      'that is %s gets a 404',
      async (language) => {
        const { status, headers } = await app.request('GET', inLanguage(language, '/venues'));
        expect(status).toBe(404);
        expect(headers.get('content-type')).toMatch('application/problem+json');
      },
    );
  });

  describe('An address outside of the interface', () => {
    it.each(['/favicon.ico', '/cal', '/cal/events', '/cal/events/v2/venues', '/de/de', '/de/cal'])(
      'such as %s gets a 404 problem',
      async (path) => {
        const { status, body } = await app.request('GET', `${app.origin}${path}`);
        expect({ status, code: body.code }).toEqual({ status: 404, code: 'rest-no-route' });
      },
    );
  });

  describe('The Host header', () => {
    const get = (path: string, ...headers: string[]): ReturnType<typeof rawRequest> =>
      rawRequest(app.origin, [`GET /cal/events/v1${path} HTTP/1.1`, ...headers]);

    it.each([
      ['calendar.example', 'http://calendar.example/', 'calendar.example'],
      ['calendar.example:8080', 'http://calendar.example:8080/', 'calendar.example'],
      ['[::1]:3000', 'http://[::1]:3000/', '[::1]'],
    ])('%s is used in links', async (host, start, name) => {
      const { status, text } = await get(`/venues/${venue.id}`, `Host: ${host}`);
      expect(status).toBe(200);
      expect(text).toContain(`"rest_url":"${start}cal/events/v1/venues/${venue.id}"`);
      expect(text).toContain(`"global_id":"${name}?id=${venue.id}"`);
    });

    it.each([
      'a b',
      'evil.example/path',
      'evil.example?x=',
      'evil.example#x',
      'user@evil.example',
      'grüße.example',
      '"><script>',
      'evil.example:port',
      'evil.example:99999',
      '[::1',
      '',
    ])('%j is refused', async (host) => {
      const { status, text } = await get('/venues', `Host: ${host}`);
      expect(status).toBe(400);
      expect(text).not.toContain('<script');
    });

    it('is required', async () => {
      expect((await get('/venues')).status).toBe(400);
    });

    it('is replaced by the local address in HTTP/1.0, which does not require it', async () => {
      const { status, text } = await rawRequest(app.origin, [
        `GET /cal/events/v1/venues/${venue.id} HTTP/1.0`,
      ]);
      expect(status).toBe(200);
      expect(text).toContain(`"rest_url":"${app.url}/venues/${venue.id}"`);
    });

    it('is not overridden by X-Forwarded-Host of an untrusted client', async () => {
      const { body } = await app.request('GET', `/venues/${venue.id}`, {
        headers: {
          'X-Forwarded-Host': 'evil.example',
          'X-Forwarded-Proto': 'https',
          'X-Forwarded-Prefix': '/evil',
        },
      });
      expect(body.rest_url).toBe(`${app.url}/venues/${venue.id}`);
    });
  });
});

describe('Behind a trusted proxy', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
      ALLOWED_HOSTS: 'calendar.example',
    });
  });
  afterAll(() => app.close());

  it('links use the forwarded scheme and host', async () => {
    const { id } = await app.createVenue();
    const { body } = await app.request('GET', `${app.origin}/fr/cal/events/v1/venues/${id}`, {
      headers: { 'X-Forwarded-Host': 'calendar.example', 'X-Forwarded-Proto': 'https' },
    });
    expect(body.rest_url).toBe(`https://calendar.example/fr/cal/events/v1/venues/${id}`);
    expect(body.global_id).toBe(`calendar.example?id=${id}`);
  });

  it.each(['/calendar', '/a/b-c/', '/calendar/de'])(
    'links use the forwarded prefix %s',
    async (prefix) => {
      const { id } = await app.createVenue();
      const headers = { 'X-Forwarded-Prefix': prefix };
      const root = `${app.origin}${prefix.replace(/\/$/, '')}/cal/events/v1`;
      const { body } = await app.request('GET', `/venues/${id}`, { headers });
      expect(body.rest_url).toBe(`${root}/venues/${id}`);
      // A cached response must not have the prefix of another request.
      for (let count = 0; count < 3; count++) {
        const list = await app.request('GET', '/venues', { headers });
        expect(list.body.rest_url).toMatch(root);
        expect((await app.get('/venues')).body.rest_url).toMatch(`${app.url}/venues`);
      }
      const document = await app.request('GET', '/doc', { headers });
      expect(document.body.servers).toEqual([{ url: root }]);
      const created = await app.request('POST', '/tags', { headers, body: { name: prefix } });
      expect(created.headers.get('location')).toMatch(`${root}/tags/`);
    },
  );

  it.each([
    ...['calendar', '//evil.example', '/a b', '/"><script>', '/../..?', ''],
    ...['/..', '/.', '/a/../b', '/a/..', '/a/./b/', '/%2e%2e', '/a//b', '/a//', '/\t..'],
  ])('an invalid prefix is ignored: %j', async (prefix) => {
    const headers = { 'X-Forwarded-Prefix': prefix };
    const { body } = await app.request('GET', '/venues', { headers });
    expect(body.rest_url).toMatch(`${app.url}/venues`);
  });

  it.each([
    ['X-Forwarded-Host', 'evil.example/"><script>'],
    ['X-Forwarded-Proto', 'javascript'],
  ])('the %s %s gets a 400', async (header, value) => {
    const { status } = await app.request('GET', '/venues', { headers: { [header]: value } });
    expect(status).toBe(400);
  });
});

describe('PUBLIC_URL with a path', () => {
  it('is used in all links', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://example.org/calendar' });
    const root = 'https://example.org/calendar/cal/events/v1';
    const { id, rest_url } = await app.createVenue();
    expect(rest_url).toBe(`${root}/venues/${id}`);
    const list = await app.get('/venues');
    expect(list.body.rest_url).toMatch(`${root}/venues/`);
    expect(list.headers.get('link')).toContain(`<${root}/venues/`);
    expect((await app.get('/doc')).body.servers).toEqual([{ url: root }]);
    const deep = await app.request('GET', `${app.origin}/de/cal/events/v1/tags`);
    expect(deep.body.rest_url).toMatch('https://example.org/calendar/de/cal/events/v1/tags/');
    // The pages use relative links, so they work with any prefix.
    for (const page of ['/', '/docs', '/de/docs']) {
      const html = await (await fetch(`${app.origin}${page}`)).text();
      expect(html.match(/(?:href|src|action)="\/[^"]*"/g)).toBeNull();
    }
    await app.close();
  });
});

describe('Address settings', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({
      PUBLIC_URL: 'https://calendar.example/',
      API_NAMESPACE: 'wp-json/tribe/events/v1',
      VENUE_URL: 'https://www.example/venue/{slug}/?id={id}',
      TAG_URL: 'https://www.example/tag/{slug}',
      IMAGE_URL: 'https://img.example/{id}.jpg',
    });
  });
  afterAll(() => app.close());

  it('change the namespace of the interface and its links', async () => {
    const venue = await app.createVenue({ venue: 'Moved' });
    const root = 'https://calendar.example/wp-json/tribe/events/v1';
    expect(venue.rest_url).toBe(`${root}/venues/${venue.id}`);
    expect(venue.global_id).toBe(`calendar.example?id=${venue.id}`);
    const { body, headers } = await app.get('/venues', { per_page: 1 });
    expect(body.rest_url).toBe(`${root}/venues/?per_page=1&status=publish&page=1`);
    expect(headers.get('link')).toContain(`<${root}/venues/?per_page=1&status=publish&page=1>`);
    const outside = await app.request('GET', `${app.origin}/cal/events/v1/venues`);
    expect(outside.status).toBe(404);
    const french = await app.request('GET', `${app.origin}/fr/wp-json/tribe/events/v1/venues`);
    expect(french.body.rest_url).toMatch('https://calendar.example/fr/wp-json/tribe/events/v1/');
  });

  it('set the public pages of records', async () => {
    const venue = await app.createVenue({ slug: 'the-hall' });
    expect(venue.url).toBe(`https://www.example/venue/the-hall/?id=${venue.id}`);
    expect((await app.createTag({ slug: 'open-air' })).url).toBe(
      'https://www.example/tag/open-air',
    );
    const organizer = await app.createOrganizer({ image: 12 });
    expect(organizer.url).toBe(`https://calendar.example/organizer/${organizer.slug}/`);
    expect(organizer.image).toMatchObject({
      url: 'https://img.example/12.jpg',
      id: 12,
      extension: 'jpg',
    });
  });
});
