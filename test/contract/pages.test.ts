import { languages } from '../../src/platform/i18n';
import { RouteTable } from '../../src/platform/http/routing';
import { readSettings } from '../../src/settings';
import { startApp, type TestApp } from '../support/app';
import type { TestResponse } from '../support/client';
import { nameOf, operationsOf, readDocument } from '../support/openapi-document';
import { textOf } from '../support/texts';

const LANGUAGES = languages();
const PAGES = [
  '/',
  '/docs',
  ...LANGUAGES.flatMap((language) => [`/${language}`, `/${language}/docs`]),
];

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ SITE: 'off' });
});

afterAll(() => app.close());

const read = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<TestResponse<string>> =>
  app.request(method, new URL(path, app.origin).href, { headers });

function addressesIn(page: string, path: string): string[] {
  const addresses = [...page.matchAll(/(?:href|src|data-root)="(?!data:|#)([^"]*)"/g)];
  return addresses.map(([, address]) => new URL(address, new URL(path, app.origin)).href);
}

describe('HTML pages', () => {
  it.each(PAGES)('%s is HTML, also with a trailing slash', async (path) => {
    const { status, headers, body } = await read(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const slashed = await read(`${path}/`.replace('//', '/'));
    expect(addressesIn(slashed.body, `${path}/`.replace('//', '/'))).toEqual(
      addressesIn(body, path),
    );
  });

  it.each(LANGUAGES)('in the language %s declare it', async (language) => {
    for (const path of [`/${language}/`, `/${language}/docs`]) {
      const { headers, body } = await read(path);
      expect(headers.get('content-language')).toBe(language);
      expect(body).toContain(`<html lang="${language}" dir=`);
    }
  });

  it.each(LANGUAGES)('in the language %s have its title', async (language) => {
    const title = textOf(language, 'pages.title');
    expect((await read(`/${language}/`)).body).toContain(`<title>${title}</title>`);
  });

  it('do not exist in an unknown language', async () => {
    for (const path of ['/xx/', '/xx/docs', '/docs/xx', '/docs/index.html', '/docs/%2e%2e/doc'])
      expect([path, (await read(path)).body]).toEqual([
        path,
        expect.objectContaining({ code: 'rest-no-route' }),
      ]);
  });

  it('say to people, and only to them, that there is no page', async () => {
    const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const { status, headers, body } = await read('/nope', browser);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers.get('vary')).toContain('Accept');
    for (const language of LANGUAGES)
      expect(addressesIn(body, '/nope')).toContain(`${app.origin}/${language}/`);
    for (const path of ['/cal/events/v1/nope', '/de/cal/events/v1/nope'])
      expect((await read(path, browser)).body).toMatchObject({ code: 'rest-no-route' });
    expect((await read('/nope', browser, 'POST')).status).toBe(404);
  });

  it('have only working links', async () => {
    const linked = new Set<string>();
    for (const path of PAGES) {
      const all = addressesIn((await read(path)).body, path);
      const addresses = all.filter((address) => address.startsWith(app.origin));
      expect(addresses.length).toBeGreaterThan(4);
      for (const address of addresses) linked.add(address);
    }
    for (const address of linked)
      expect([address, (await read(address)).status]).toEqual([address, 200]);
  });

  it.each(LANGUAGES)(
    'link the documents and the interface in the language %s',
    async (language) => {
      const path = `/${language}/`;
      const addresses = addressesIn((await read(path)).body, path);
      for (const linked of ['docs', 'cal/events/v1', 'cal/events/v1/doc'])
        expect(addresses).toContain(app.origin + path + linked);
    },
  );

  it('answer HEAD and OPTIONS, and refuse other methods', async () => {
    for (const path of ['/', '/docs', '/fr/docs', '/docs/style.css']) {
      const head = await read(path, {}, 'HEAD');
      expect([head.status, head.body]).toEqual([200, '']);
      const options = await read(path, {}, 'OPTIONS');
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
      const { status, headers } = await read(path, {}, 'POST');
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });

  it('allow only their own scripts and styles, like all responses', async () => {
    for (const path of ['/docs', '/nope', '/cal/events/v1/tags']) {
      const { headers } = await read(path);
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      // Only images may come from elsewhere.
      expect(policy?.replace("img-src 'self' data: https: http:", '')).not.toMatch(
        /unsafe|https?:|\*|upgrade-insecure-requests/,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
    }
  });
});

describe('Assets of the pages', () => {
  it('are the same for all languages', async () => {
    const loaded = await Promise.all(
      LANGUAGES.map(async (language) => {
        const path = `/${language}/docs`;
        const addresses = addressesIn((await read(path)).body, path);
        return addresses.filter((address) => /\.(css|js)$/.test(address));
      }),
    );
    expect(loaded[0]).toHaveLength(2);
    for (const addresses of loaded) expect(addresses).toEqual(loaded[0]);
  });

  it('are cached by browsers until they change', async () => {
    const addresses = addressesIn((await read('/docs')).body, '/docs');
    for (const address of addresses.filter((each) => /\.(css|js)$/.test(each))) {
      const { headers } = await read(address);
      expect([address, headers.get('cache-control')]).toEqual([address, 'no-cache']);
      const known = { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
      expect([address, (await read(address, known)).status]).toEqual([address, 304]);
    }
  });
});

describe('The reference', () => {
  const anchorsIn = (page: string): string[] =>
    [...page.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor);

  it.each(LANGUAGES)(
    'has all of the document, with anchors that are unique (%s)',
    async (language) => {
      const { body: document } = await readDocument(app, language);
      const anchors = anchorsIn((await read(`/${language}/docs`)).body);
      const operations = operationsOf(document).map(({ operation }) => operation);
      const bodies = operations.flatMap(({ requestBody }) =>
        Object.values(requestBody?.content ?? {}).map(({ schema }) => nameOf(schema)),
      );
      const types = Object.keys(document.components.schemas).filter(
        (name) => !bodies.includes(name),
      );
      const codes = document.components.schemas.ProblemCode.enum as string[];
      const wanted = [
        ...operations.map(({ operationId }) => operationId),
        ...types,
        ...codes.map((code) => `error-${code}`),
        ...['listEvents.page', 'createEvent.body.title', 'EventRecord.title'],
      ];
      const found = new Set(anchors);
      expect(wanted.filter((anchor) => !found.has(anchor))).toEqual([]);
      expect(anchors).toEqual([...found]);
    },
  );

  it('has links within the page that lead somewhere', async () => {
    const { body } = await read('/docs');
    const anchors = anchorsIn(body);
    const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(links.length).toBeGreaterThan(500);
    expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
  });

  it('shows required fields first, and the groups in the order of a reader', async () => {
    const { body } = await read('/docs');
    const fields = anchorsIn(body).filter((anchor) => anchor.startsWith('createEvent.body.'));
    expect(fields.slice(0, 4).map((field) => field.split('.')[2])).toEqual([
      'title',
      'start_date',
      'end_date',
      'author',
    ]);
    const groups = anchorsIn(body).filter((anchor) => anchor.startsWith('group-'));
    expect(groups.slice(0, 8).map((group) => group.replace('group-', ''))).toEqual([
      'events',
      'series',
      'venues',
      'organizers',
      'categories',
      'tags',
      'changes',
      'webhooks',
    ]);
    expect(groups.slice(-2)).toEqual(['group-feeds', 'group-documents']);
  });

  it('says only with ACCESS=protected that operations need a key', async () => {
    expect((await read('/docs')).body).not.toContain(textOf('en', 'pages.key_needed'));
    const closed = await startApp({ ACCESS: 'protected' });
    const { body } = await closed.request<string>('GET', `${closed.origin}/docs`);
    const { body: document } = await readDocument(closed, 'en');
    await closed.close();
    const needing = operationsOf(document)
      .filter(({ operation: { security } }) =>
        security.every((each) => Object.keys(each).length > 0),
      )
      .map(({ operation }) => operation.operationId);
    expect(needing).toContain('createEvent');
    expect(needing).not.toContain('listEvents');
    const sections = body.split('<section class="operation" id="').slice(1);
    expect(sections.length).toBeGreaterThan(30);
    for (const section of sections) {
      const [id] = section.split('"', 1);
      const isTold = section.includes(textOf('en', 'pages.key_needed'));
      expect([id, isTold]).toEqual([id, needing.includes(id)]);
      expect([id, section.includes('Authorization: Bearer YOUR_KEY')]).toEqual([id, isTold]);
    }
  });

  it('is cached by browsers until it changes', async () => {
    const { headers } = await read('/docs');
    const known = { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
    expect((await read('/docs', known)).status).toBe(304);
  });
});

describe('Pages of a service with other settings', () => {
  it('use the namespace and the public URL', async () => {
    const other = await startApp({
      API_NAMESPACE: 'wp-json/tribe/events/v1',
      SITE: 'off',
      PUBLIC_URL: 'https://calendar.example',
    });
    const { body } = await other.request<string>('GET', `${other.origin}/de/`);
    await other.close();
    expect(body).toContain('curl https://calendar.example/de/wp-json/tribe/events/v1/events');
    expect(body).toContain('href="../de/wp-json/tribe/events/v1/doc"');
  });
});

describe('Addresses outside of the interface', () => {
  it('cannot be used as a namespace', () => {
    const beside = app.nest
      .get(RouteTable)
      .paths.filter((path) => path !== '/' && !path.startsWith('/cal/events/v1'));
    expect(beside).toEqual(expect.arrayContaining(['/docs', '/health/live', '/metrics']));
    for (const path of beside)
      expect(() => readSettings({ API_NAMESPACE: path.replace(/[:*]/g, '') })).toThrow(
        /^API_NAMESPACE must not begin/,
      );
  });
});
