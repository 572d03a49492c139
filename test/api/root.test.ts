import { startApp, type TestApp } from '../support/app';

interface Route {
  namespace: string;
  methods: string[];
  endpoints: { methods: string[]; args: Record<string, Record<string, unknown>> }[];
  _links: { self: { href: string; templated?: boolean }[] };
}

interface Root {
  namespace: string;
  routes: Record<string, Route>;
  _links: { up: { href: string }[] };
}

const ITEM = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const root = async (): Promise<Root> => (await app.get<Root>('')).body;

describe('The root of the interface', () => {
  it('has its namespace, its routes and a link to the index', async () => {
    const { status, body } = await app.get<Root>('');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['namespace', 'routes', '_links']);
    expect(body.namespace).toBe('cal/events/v1');
    expect(body._links).toEqual({ up: [{ href: `${app.origin}/` }] });
  });

  it('lists every route with its methods and path patterns', async () => {
    const { routes } = await root();
    const methods = Object.entries(routes).map(([key, route]) => [key, [...route.methods].sort()]);
    expect(Object.fromEntries(methods)).toMatchObject({
      '/cal/events/v1': ['GET'],
      '/cal/events/v1/doc': ['GET'],
      ...Object.fromEntries(
        ['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((resource) => [
          [`/cal/events/v1/${resource}`, ['GET', 'POST']],
          [`/cal/events/v1/${resource}/(?P<id>\\d+)`, ITEM],
        ]),
      ),
      '/cal/events/v1/events/by-slug/(?P<slug>[^/]+)': ITEM,
      '/cal/events/v1/events/by-uid/(?P<uid>[^/]+)': ITEM,
      '/cal/events/v1/series/by-uid/(?P<uid>[^/]+)': ITEM,
      '/cal/events/v1/venues/by-slug/(?P<slug>[^/]+)': ITEM,
      '/cal/events/v1/organizers/by-slug/(?P<slug>[^/]+)': ITEM,
    });
  });

  it('describes the parameters of lists', async () => {
    const { namespace, endpoints, _links } = (await root()).routes['/cal/events/v1/tags'];
    expect(namespace).toBe('cal/events/v1');
    expect(_links).toEqual({ self: [{ href: `${app.url}/tags` }] });
    expect(endpoints.map(({ methods }) => methods)).toEqual([['GET'], ['POST']]);
    const [{ args }, creation] = endpoints;
    const description = expect.any(String) as string;
    expect(args).toMatchObject({
      page: { required: false, default: 1, type: 'integer', description },
      include: { required: false, type: 'array', items: { type: 'integer' }, description },
      order: { required: false, default: 'asc', type: 'string', enum: ['asc', 'desc'] },
      hide_empty: { required: false, default: true, type: 'boolean', description },
    });
    expect(creation.args).toMatchObject({
      name: { required: true, type: 'string', description },
      slug: { required: false, type: 'string', description },
    });
  });

  it('has the types of The Events Calendar, where lists are strings', async () => {
    const { routes } = await root();
    const typeOf = (resource: string, name: string): unknown => {
      const { type, items } = routes[`/cal/events/v1/${resource}`].endpoints[0].args[name];
      return [type, (items as { type?: unknown } | undefined)?.type];
    };
    expect(typeOf('events', 'status')).toEqual(['string', undefined]);
    expect(typeOf('venues', 'status')).toEqual(['string', undefined]);
    expect(typeOf('tags', 'slug')).toEqual(['string', undefined]);
    expect(typeOf('events', 'venue')).toEqual(['array', 'integer']);
    expect(typeOf('tags', 'include')).toEqual(['array', 'integer']);
  });

  it('shows POST, PUT and PATCH of a record as one endpoint', async () => {
    const { routes } = await root();
    const { endpoints, _links } = routes['/cal/events/v1/venues/(?P<id>\\d+)'];
    expect(endpoints.map(({ methods }) => methods)).toEqual([
      ['GET'],
      ['POST', 'PUT', 'PATCH'],
      ['DELETE'],
    ]);
    const [, { args }] = endpoints;
    expect(args.id).toMatchObject({ required: true, type: 'integer' });
    expect(args.venue).toMatchObject({ required: false, type: 'string' });
    expect(args.image).toMatchObject({
      required: false,
      type: ['string', 'integer', 'boolean', 'object'],
    });
    expect(_links).toEqual({ self: [{ href: `${app.url}/venues/{id}`, templated: true }] });
  });

  it('has the language of its address, also in its links', async () => {
    const german = `${app.origin}/de/cal/events/v1`;
    const { body } = await app.request<Root>('GET', `${german}/`);
    const key = '/cal/events/v1/events';
    const page = ({ routes }: Root): unknown => routes[key].endpoints[0].args.page.description;
    expect(page(body)).toMatch(/^Ergebnisseite/);
    expect(page(await root())).toMatch(/^Page of results/);
    expect(body.routes[key]._links.self).toEqual([{ href: `${german}/events` }]);
    expect(body._links.up).toEqual([{ href: `${app.origin}/de/` }]);
  });

  it('exists with a trailing slash and in every language', async () => {
    expect((await app.get('/')).body).toEqual(await root());
    for (const [language, status] of Object.entries({ en: 200, de: 200, fr: 200, nl: 404 })) {
      const address = `${app.origin}/${language}/cal/events/v1`;
      expect([language, (await app.request('GET', address)).status]).toEqual([language, status]);
    }
  });

  it.each(['cal/events/v2', 'wp/v2'])('has no other namespace: %s', async (namespace) => {
    const { status, body } = await app.get('', { namespace });
    expect([status, body.code]).toEqual([404, 'rest-namespace-not-found']);
  });

  it.each([
    [{ namespace: 'cal/events/v1' }, 200],
    [{ context: 'view' }, 200],
    [{ context: 'embed' }, 200],
    [{ context: 'edit' }, 200],
    [{ context: 'print' }, 400],
    [{ context: '' }, 400],
    [{ namespace: '' }, 400],
  ])('with %j returns %i', async (query, status) => {
    expect((await app.get('', query)).status).toBe(status);
  });

  it('accepts GET and HEAD only', async () => {
    expect((await app.request('HEAD', '')).status).toBe(200);
    const { status, headers } = await app.post('', {});
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('can be limited with _fields', async () => {
    const { body } = await app.get('', { _fields: 'namespace,_links.up' });
    expect(body).toEqual({
      namespace: 'cal/events/v1',
      _links: { up: [{ href: `${app.origin}/` }] },
    });
  });

  it('uses the namespace and the public address in the settings', async () => {
    const other = await startApp({
      API_NAMESPACE: 'wp-json/tribe/events/v1',
      PUBLIC_URL: 'https://calendar.example',
    });
    const { body } = await other.get<Root>('');
    await other.close();
    expect(body.namespace).toBe('wp-json/tribe/events/v1');
    expect(body.routes['/wp-json/tribe/events/v1/events']._links).toEqual({
      self: [{ href: 'https://calendar.example/wp-json/tribe/events/v1/events' }],
    });
    expect(body._links.up).toEqual([{ href: 'https://calendar.example/' }]);
  });
});
