import SwaggerParser from '@apidevtools/swagger-parser';
import { languages } from '../../src/platform/i18n';
import { startApp, type TestApp } from '../support/app';
import {
  bodyFields,
  type Document,
  operationsOf,
  readDocument,
  rootIn,
} from '../support/openapi-document';
import { rawRequest } from '../support/raw-request';
import { textOf } from '../support/texts';

const LANGUAGES = languages();
const ITEM = ['delete', 'get', 'patch', 'post', 'put'];

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ ALLOWED_HOSTS: 'calendar.example' });
});

afterAll(() => app.close());

async function readAt(
  host: string,
  path: string,
): Promise<{ servers: Document['servers']; etag?: string }> {
  const { text } = await rawRequest(app.origin, [`GET ${path} HTTP/1.0`, `Host: ${host}`]);
  const [head, body] = text.split('\r\n\r\n');
  const { servers } = JSON.parse(body) as Document;
  return { servers, etag: /^ETag: (.+)$/im.exec(head)?.[1] };
}

describe('The OpenAPI document', () => {
  it.each(LANGUAGES)('is valid in the language %s', async (language) => {
    const { status, headers, body } = await readDocument(app, language);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    await SwaggerParser.validate(body as never);
  });

  it('is English without a language prefix, also with a trailing slash', async () => {
    const plain = await app.get<Document>('/doc');
    expect(plain.body.paths).toEqual((await readDocument(app, 'en')).body.paths);
    expect((await app.get('/doc/')).body).toEqual(plain.body);
    expect((await readDocument(app, 'xx')).status).toBe(404);
  });

  it('has the root of the interface in its language as server, with the host of the request', async () => {
    expect((await app.get<Document>('/doc')).body.servers).toEqual([{ url: app.url }]);
    expect((await readDocument(app, 'de')).body.servers).toEqual([{ url: rootIn(app, 'de') }]);
    const { servers } = await readAt('calendar.example:81', '/fr/cal/events/v1/doc');
    expect(servers).toEqual([{ url: 'http://calendar.example:81/fr/cal/events/v1' }]);
  });

  it('has the routes of the interface, relative to the root', async () => {
    const { paths } = (await readDocument(app, 'en')).body;
    const methods = Object.entries(paths).map(([path, item]) => [path, Object.keys(item).sort()]);
    expect(Object.fromEntries(methods)).toMatchObject({
      '/': ['get'],
      '/doc': ['get'],
      ...Object.fromEntries(
        ['events', 'series', 'venues', 'organizers', 'categories', 'tags'].flatMap((resource) => [
          [`/${resource}`, ['get', 'post']],
          [`/${resource}/{id}`, ITEM],
        ]),
      ),
      '/events/by-slug/{slug}': ITEM,
      '/events/by-uid/{uid}': ITEM,
      '/series/by-slug/{slug}': ITEM,
      '/series/by-uid/{uid}': ITEM,
      '/venues/by-slug/{slug}': ITEM,
      '/organizers/by-slug/{slug}': ITEM,
    });
  });

  it.each(['en', 'de', 'fr'])('names /series where events are created, in %s', async (language) => {
    const { body } = await readDocument(app, language);
    expect(body.paths['/events'].post.description).toContain('`POST /series`');
  });

  it('has the limit of the texts of series', async () => {
    const { body } = await readDocument(app, 'en');
    const { schemas } = body.components as unknown as {
      schemas: Record<string, { properties: Record<string, { maxLength?: number }> }>;
    };
    for (const name of ['CreateSeries', 'UpdateSeries', 'SplitSeries'])
      for (const field of ['description', 'excerpt'])
        expect([name, schemas[name].properties[field].maxLength]).toEqual([name, 20_000]);
  });

  it('has defaults from the settings', async () => {
    const namespace = 'wp-json/tribe/events/v1';
    const other = await startApp({ PER_PAGE_DEFAULT: '7', API_NAMESPACE: namespace });
    const { body } = await other.get<Document>('/doc');
    await other.close();
    const defaultsOf = (path: string): unknown =>
      Object.fromEntries(
        body.paths[path].get.parameters.map(({ name, schema }) => [name, schema.default]),
      );
    expect(body.servers).toEqual([{ url: `${other.origin}/${namespace}` }]);
    expect(defaultsOf('/tags')).toMatchObject({ page: 1, per_page: 7 });
    expect(defaultsOf('/changes')).toMatchObject({ per_page: 50 });
    expect(JSON.stringify(body)).not.toContain('x-default-setting');
    expect(defaultsOf('/')).toMatchObject({ namespace });
  });

  it('describes a change by the kind of its record', async () => {
    const { schemas } = (await readDocument(app, 'en')).body.components as unknown as {
      schemas: Record<
        string,
        { discriminator: { mapping: Record<string, string> }; properties: Record<string, object> }
      >;
    };
    const { mapping } = schemas.ChangeRecord.discriminator;
    expect(Object.keys(mapping)).toEqual([
      'events',
      'venues',
      'organizers',
      'categories',
      'tags',
      'series',
    ]);
    for (const [kind, reference] of Object.entries(mapping)) {
      const { properties } = schemas[reference.slice(reference.lastIndexOf('/') + 1)];
      expect(properties.kind).toMatchObject({ enum: [kind] });
    }
  });

  it('requires a credential with ACCESS=protected', async () => {
    const other = await startApp({ ACCESS: 'protected' });
    const { paths } = (await other.get<Document>('/doc')).body;
    await other.close();
    const credentials = [{ bearer: [] }, { basic: [] }];
    expect(paths['/tags'].get.security).toEqual([{}, ...credentials]);
    expect(paths['/tags'].post.security).toEqual(credentials);
  });

  it('has title, contact and license', async () => {
    const { info, tags, components } = (await readDocument(app, 'en')).body;
    expect(info).toEqual({
      title: 'Event calendar',
      version: '1',
      description: expect.stringMatching(/^Events, .*\.\n/) as string,
      contact: { name: expect.any(String) as string },
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    });
    const resources = ['categories', 'documents', 'events', 'organizers', 'tags', 'venues'];
    expect(tags.map(({ name }) => name)).toEqual(expect.arrayContaining(resources));
    for (const { description } of tags) expect(description).toMatch(/^[A-Z].*\.$/);
    expect(Object.keys(components.securitySchemes)).toEqual(['bearer', 'basic']);
  });

  it('starts with a guide, whose links refer to existing operations', async () => {
    const { info, paths } = (await readDocument(app, 'de')).body;
    const { description } = info as { description: string };
    const headings = [...description.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(
      ['keys', 'values', 'paging', 'dates', 'changes', 'problems'].map((name) =>
        textOf('en', `document.guide.${name}.title`),
      ),
    );
    const links = [...description.matchAll(/\]\(#\/(\w+)\/(\w+)\)/g)];
    expect(links).not.toHaveLength(0);
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    for (const [, tag, operationId] of links)
      expect(operations).toContainEqual(expect.objectContaining({ operationId, tags: [tag] }));
  });

  it('says in its guide whether a key is required', async () => {
    const issuer = { OIDC_ISSUER: 'https://login.example.org', OIDC_AUDIENCE: 'calendar' };
    const other = await startApp({ ACCESS: 'protected', ...issuer });
    const { info } = (await other.get<Document>('/doc')).body;
    await other.close();
    const [title, ...texts] = ['title', 'protected', 'token'].map((name) =>
      textOf('en', `document.guide.keys.${name}`),
    );
    expect(info).toMatchObject({
      description: expect.stringContaining(`## ${title}\n\n${texts.join(' ')}`) as string,
    });
  });

  it('has short schema names', async () => {
    const { responses, schemas } = (await readDocument(app, 'en')).body.components;
    const names = [...Object.keys(responses), ...Object.keys(schemas)];
    expect(names.filter((name) => !/^[A-Z][A-Za-z]{2,35}$/.test(name))).toEqual([]);
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining([
        'BadRequestResponse',
        'ForbiddenResponse',
        'EventNotFoundResponse',
        'EventPageNotFoundResponse',
        'TagConflictResponse',
        'ServiceUnavailableResponse',
      ]),
    );
    expect(Object.keys(schemas)).toEqual(Object.keys(schemas).sort());
  });

  it('can be limited with _fields', async () => {
    const { body } = await app.get('/doc', { _fields: 'openapi,info.title' });
    expect(body).toEqual({ openapi: '3.0.3', info: { title: expect.any(String) as string } });
  });
});

describe('The ETag of the document', () => {
  it('is strong, and returns 304 to an unchanged request', async () => {
    const etag = (await readDocument(app, 'en')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await readDocument(app, 'en', { 'If-None-Match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
    const another = await readDocument(app, 'en', { 'If-None-Match': '"another"' });
    expect(another.status).toBe(200);
  });

  it('differs by language and host', async () => {
    const responses = await Promise.all([
      ...LANGUAGES.map((language) => readDocument(app, language)),
    ]);
    const tags = responses.map(({ headers }) => headers.get('etag'));
    const elsewhere = await readAt('calendar.example', '/en/cal/events/v1/doc');
    expect(new Set([...tags, elsewhere.etag]).size).toBe(LANGUAGES.length + 1);
  });
});

describe('The documents in all languages', () => {
  function withoutTexts(document: Document): string {
    for (const { operation } of operationsOf(document))
      for (const parameter of operation.parameters) delete parameter.description;
    for (const field of bodyFields(document)) delete field.description;
    return JSON.stringify({ ...document, servers: [] });
  }

  it('differ only in translatable texts', async () => {
    const read = async (language: string): Promise<Document> =>
      (await readDocument(app, language)).body;
    const [english, ...others] = await Promise.all(LANGUAGES.map(read));
    expect(others).not.toHaveLength(0);
    const texts = withoutTexts(structuredClone(english));
    for (const other of others) {
      expect(other.paths).not.toEqual(english.paths);
      expect(withoutTexts(other)).toBe(texts);
    }
  });
});
