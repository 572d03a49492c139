import type { OpenAPIObject } from '@nestjs/swagger';
import { languages } from '../../src/platform/documents/localisation';
import { Documents } from '../../src/platform/documents/openapi';
import { RouteTable } from '../../src/platform/http/routing';
import { readSettings } from '../../src/settings';
import { startApp, type TestApp } from '../support/app';
import type { Answer } from '../support/client';

const LANGUAGES = languages();
const PAGES = [
  '/',
  '/docs',
  ...LANGUAGES.flatMap((language) => [`/${language}`, `/${language}/docs`]),
];

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const read = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer<string>> => app.request(method, new URL(path, app.origin).href, { headers });

/** Returns the URLs in a page, resolved like a browser. */
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
      expect(body).toContain(`<html lang="${language}">`);
    }
  });

  it('have the title of the English document', async () => {
    const { title } = (await app.nest.get(Documents).keyed()).info;
    expect((await read('/')).body).toContain(`<title>${title}</title>`);
  });

  it('do not exist in an unknown language', async () => {
    for (const path of ['/nl/', '/nl/docs', '/docs/nl', '/docs/index.html', '/docs/%2e%2e/doc'])
      expect([path, (await read(path)).body]).toEqual([
        path,
        expect.objectContaining({ code: 'rest-no-route' }),
      ]);
  });

  it.each(PAGES)('%s has only working links', async (path) => {
    const addresses = addressesIn((await read(path)).body, path);
    expect(addresses.length).toBeGreaterThan(4);
    for (const address of new Set(addresses))
      expect([address, (await read(address)).status]).toEqual([address, 200]);
  });

  it('link the documents and the interface in each language', async () => {
    const addresses = addressesIn((await read('/')).body, '/');
    for (const language of LANGUAGES)
      for (const path of ['docs', 'cal/events/v1', 'cal/events/v1/doc'])
        expect(addresses).toContain(`${app.origin}/${language}/${path}`);
  });

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

  it('allow only their own scripts and styles', async () => {
    const policy = (await read('/docs')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|upgrade-insecure-requests/);
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
    expect(loaded[0]).toHaveLength(5);
    for (const addresses of loaded) expect(addresses).toEqual(loaded[0]);
  });

  it('are cached by browsers, permanently if the URL has the version', async () => {
    const addresses = addressesIn((await read('/docs')).body, '/docs');
    for (const address of addresses.filter((each) => /\.(css|js)$/.test(each))) {
      const { headers } = await read(address);
      const lasting = address.includes('swagger-ui');
      expect([address, headers.get('cache-control')]).toEqual([
        address,
        lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      ]);
      const known = { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
      expect([address, (await read(address, known)).status]).toEqual([address, 304]);
    }
  });
});

describe('The documentation page', () => {
  const shownBy = async (service: TestApp, language: string): Promise<OpenAPIObject> => {
    const address = `${service.origin}/${language}/docs/openapi.json`;
    const { status, headers, body } = await service.request<OpenAPIObject>('GET', address);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    return body;
  };

  it.each(LANGUAGES)('has all operations and schemas of the document (%s)', async (language) => {
    const { body: document } = await app.request<OpenAPIObject>(
      'GET',
      `${app.origin}/${language}/cal/events/v1/doc`,
    );
    const shown = await shownBy(app, language);
    expect(Object.keys(shown.paths)).toEqual(Object.keys(document.paths));
    for (const part of ['schemas', 'responses', 'examples'] as const)
      expect(Object.keys(shown.components?.[part] ?? {})).toEqual(
        Object.keys(document.components?.[part] ?? {}),
      );
  });

  it('has lock icons only with ACCESS=protected', async () => {
    expect(JSON.stringify(await shownBy(app, 'en'))).not.toMatch(/"security(Schemes)?":/);
    const closed = await startApp({ ACCESS: 'protected' });
    const { components, paths } = await shownBy(closed, 'en');
    await closed.close();
    expect(Object.keys(components?.securitySchemes ?? {})).toEqual(['bearer', 'basic']);
    expect(paths['/tags'].post?.security).toEqual([{ bearer: [] }, { basic: [] }]);
  });

  it('is cached by browsers until it changes', async () => {
    const { headers } = await read('/docs/openapi.json');
    const known = { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
    expect((await read('/docs/openapi.json', known)).status).toBe(304);
  });
});

describe('Pages of a service with other settings', () => {
  it('use the namespace and the public URL', async () => {
    const other = await startApp({
      API_NAMESPACE: 'wp-json/tribe/events/v1',
      PUBLIC_URL: 'https://calendar.example',
    });
    const { body } = await other.request<string>('GET', `${other.origin}/de/`);
    await other.close();
    const shown = body.replaceAll('<wbr />', '');
    expect(shown).toContain('curl https://calendar.example/de/wp-json/tribe/events/v1/events');
    expect(body).toContain('href="../fr/wp-json/tribe/events/v1/doc"');
  });
});

describe('Addresses outside of the interface', () => {
  it('cannot be used as a namespace', () => {
    const beside = app.nest
      .get(RouteTable)
      .paths.filter((path) => path !== '/' && !path.startsWith('/cal/events/v1'));
    expect(beside).toEqual(expect.arrayContaining(['/docs', '/health/live', '/metrics']));
    for (const path of beside)
      expect(() => readSettings({ API_NAMESPACE: path })).toThrow(/^API_NAMESPACE must not begin/);
  });
});
