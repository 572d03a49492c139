import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPIObject } from '@nestjs/swagger';
import { languages } from '../../src/platform/localisation';
import { startApp, type TestApp } from '../support/app';
import type { Answer } from '../support/client';

type Described = Record<string, unknown> & { description?: string };
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: (Described & { name: string; in: string; schema: Described })[];
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: Record<string, Described> }> };
}

const LANGUAGES = languages();
const ITEM = ['delete', 'get', 'patch', 'post', 'put'];

let app: TestApp;
let document: Document;

beforeAll(async () => {
  app = await startApp();
  document = (await read('en')).body;
});

afterAll(() => app.close());

const addressIn = (language: string): string => app.url.replace(app.origin, `$&/${language}`);
const read = (language: string, headers = {}): Promise<Answer<Document>> =>
  app.request('GET', `${addressIn(language)}/doc`, { headers });
const operations = ({ paths }: Document): { path: string; method: string; operation: Operation }[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

/** The fields of the bodies of a document, by the schemas that operations take. */
function bodyFields({ components, ...rest }: Document): Described[] {
  const names = operations({ components, ...rest }).flatMap(({ operation }) =>
    Object.values(operation.requestBody?.content ?? {}).map(({ schema }) =>
      schema.$ref.replace('#/components/schemas/', ''),
    ),
  );
  return [...new Set(names)].flatMap((name) =>
    Object.values(components.schemas[name].properties),
  );
}

describe('The OpenAPI document', () => {
  it.each(LANGUAGES)('is valid in the language %s', async (language) => {
    const { status, headers, body } = await read(language);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    await SwaggerParser.validate(body as unknown as Parameters<typeof SwaggerParser.validate>[0]);
  });

  it('is English without a language segment, and takes a trailing slash', async () => {
    const plain = await app.get<Document>('/doc');
    expect(plain.body.paths).toEqual(document.paths);
    expect((await app.get('/doc/')).body).toEqual(plain.body);
    expect((await app.request('GET', `${addressIn('nl')}/doc`)).status).toBe(404);
  });

  it('names the root of the interface in its language, at the host of the request', async () => {
    expect((await app.get<Document>('/doc')).body.servers).toEqual([{ url: app.url }]);
    expect((await read('de')).body.servers).toEqual([{ url: addressIn('de') }]);
    const { body } = await read('fr', { host: 'calendar.example:81' });
    expect(body.servers).toEqual([{ url: 'http://calendar.example:81/fr/cal/events/v1' }]);
  });

  it('holds the routes of the interface, relative to its root', () => {
    const routes = Object.entries(document.paths).map(([path, item]) => [
      path,
      Object.keys(item).sort(),
    ]);
    expect(Object.fromEntries(routes)).toEqual({
      '/': ['get'],
      '/doc': ['get'],
      ...Object.fromEntries(
        ['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((resource) => [
          [`/${resource}`, ['get', 'post']],
          [`/${resource}/{id}`, ITEM],
        ]),
      ),
      '/events/by-slug/{slug}': ITEM,
      '/venues/by-slug/{slug}': ITEM,
      '/organizers/by-slug/{slug}': ITEM,
    });
  });

  it('follows the settings that its defaults come from', async () => {
    const other = await startApp({
      PER_PAGE_DEFAULT: '7',
      API_NAMESPACE: 'wp-json/tribe/events/v1',
    });
    const { body } = await other.get<Document>('/doc');
    await other.close();
    const defaults = ({ parameters }: Operation): Record<string, unknown> =>
      Object.fromEntries(parameters.map(({ name, schema }) => [name, schema.default]));
    expect(body.servers).toEqual([{ url: `${other.origin}/wp-json/tribe/events/v1` }]);
    expect(defaults(body.paths['/tags'].get)).toMatchObject({ page: 1, per_page: 7 });
    expect(defaults(body.paths['/'].get)).toMatchObject({ namespace: 'wp-json/tribe/events/v1' });
  });

  it('can be asked for a part of it', async () => {
    const { body } = await app.get('/doc', { _fields: 'openapi,info.title' });
    expect(body).toEqual({ openapi: '3.0.3', info: { title: expect.any(String) as string } });
  });
});

describe('The entity tag of the document', () => {
  it('is strong, and answers 304 to who has the document already', async () => {
    const etag = (await read('en')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await read('en', { 'If-None-Match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
    expect((await read('en', { 'If-None-Match': '"another"' })).status).toBe(200);
  });

  it('tells languages and hosts apart', async () => {
    const answers = await Promise.all([
      ...LANGUAGES.map((language) => read(language)),
      read('en', { host: 'calendar.example' }),
    ]);
    const tags = answers.map(({ headers }) => headers.get('etag'));
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe('Every operation of the document', () => {
  it('has a name of its own, a summary and a tag', () => {
    const all = operations(document).map(({ operation }) => operation);
    const names = all.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(
        'getRoot getDocument listEvents createEvent getEvent getEventBySlug updateEvent putEvent '
          .concat('patchEventBySlug deleteEvent listCategories createCategory patchCategory')
          .split(' '),
      ),
    );
    for (const { summary, tags } of all) expect([summary, tags]).toEqual([expect.any(String), [expect.any(String)]]);
  });

  it('says what it answers with, errors included', () => {
    for (const { operation } of operations(document)) {
      const { operationId, responses } = operation;
      const success = responses['200'] ?? responses['201'];
      expect([operationId, success?.content?.['application/json'].schema]).toEqual([
        operationId,
        expect.any(Object),
      ]);
      for (const [status, { content, description }] of Object.entries(responses)) {
        if (status < '400') continue;
        expect(description).toMatch(/^`[a-z-]+`: /);
        expect(content?.['application/problem+json'].schema).toEqual({
          $ref: '#/components/schemas/Problem',
        });
      }
    }
  });

  it('takes `_fields` when it reads, and its body as JSON or as a form when it writes', () => {
    for (const { method, operation } of operations(document)) {
      const names = operation.parameters.map(({ name }) => name);
      expect(names.includes('_fields')).toBe(method === 'get');
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(
        ['post', 'put', 'patch'].includes(method)
          ? ['application/json', 'application/x-www-form-urlencoded']
          : [],
      );
    }
  });

  it('is the same for POST, PUT and PATCH of a record, but for its name', () => {
    for (const { post, put, patch } of Object.values(document.paths)) {
      if (!patch) continue;
      expect({ ...put, operationId: '' }).toEqual({ ...post, operationId: '' });
      expect({ ...patch, operationId: '' }).toEqual({ ...post, operationId: '' });
    }
  });

  it('describes its parameters and fields in every language', async () => {
    for (const language of LANGUAGES) {
      const { body } = await read(language);
      const described = [
        ...operations(body).flatMap(({ operation }) => operation.parameters),
        ...bodyFields(body),
      ];
      for (const { description } of described) expect(description).toMatch(/^\p{Lu}.+\.$/u);
    }
  });
});

describe('The documents of all languages', () => {
  /** A document with nothing in place of the texts that a language may change. */
  function withoutTexts(body: Document): string {
    for (const { operation } of operations(body))
      for (const parameter of operation.parameters) delete parameter.description;
    for (const field of bodyFields(body)) delete field.description;
    return JSON.stringify({ ...body, servers: [] });
  }

  it('are identical but for the wording of the descriptions of parameters and fields', async () => {
    const [english, ...others] = await Promise.all(LANGUAGES.map((language) => read(language)));
    expect(others).not.toHaveLength(0);
    const texts = withoutTexts(structuredClone(english.body));
    for (const { body } of others) {
      expect(body.paths).not.toEqual(english.body.paths);
      expect(withoutTexts(body)).toBe(texts);
    }
  });
});

describe('What the document marks as an addition', () => {
  const additionsOf = (things: [string, Described][]): string[] =>
    things.filter(([, thing]) => thing['x-addition'] === true).map(([name]) => name);
  const queryAdditions = (path: string, method = 'get'): string[] =>
    additionsOf(document.paths[path][method].parameters.map((each) => [each.name, each]));
  const fieldAdditions = (schema: string): string[] =>
    additionsOf(Object.entries(document.components.schemas[schema].properties));

  it.each([
    ['/events', ['_fields', 'geoloc_radius', 'modified_after', 'order', 'orderby', 'overlap']],
    ['/venues', ['_fields', 'include', 'order', 'orderby']],
    ['/organizers', ['_fields', 'include', 'order', 'orderby']],
    ['/categories', ['_fields']],
    ['/tags', ['_fields']],
  ])('in the query of %s is %j', (path, names) => {
    expect(queryAdditions(path).sort()).toEqual(names);
  });

  it('is `force` when a record is deleted', () => {
    expect(queryAdditions('/venues/{id}', 'delete')).toEqual(['force']);
    expect(queryAdditions('/events/by-slug/{slug}', 'delete')).toEqual(['force']);
  });

  it.each([
    ['CreateEventDto', ['custom_fields', 'post_parent', 'ticketed']],
    ['CreateVenueDto', ['excerpt', 'geo_lat', 'geo_lng', 'slug']],
    ['UpdateOrganizerDto', ['excerpt', 'slug']],
    ['CreateCategoryDto', []],
    ['UpdateTagDto', []],
  ])('among the fields of %s is %j', (schema, names) => {
    expect(fieldAdditions(schema).sort()).toEqual(names);
  });
});

describe('The parameters of the interface', () => {
  const TERMS =
    'page per_page search exclude include order orderby hide_empty post event slug'.split(' ');
  const LINKED = 'page per_page search event has_events only_with_upcoming status'.split(' ');

  it.each([
    ['/', ['namespace', 'context']],
    [
      '/events',
      [
        'page per_page start_date end_date starts_before starts_after ends_before ends_after',
        'strict_dates search categories tags venue organizer featured status geoloc geoloc_lat',
        'geoloc_lng include post_parent ticketed',
      ]
        .join(' ')
        .split(' '),
    ],
    ['/venues', LINKED],
    ['/organizers', LINKED],
    ['/categories', [...TERMS, 'parent']],
    ['/tags', TERMS],
  ])('of the query of %s are all there, and optional', (path, names) => {
    const parameters = document.paths[path].get.parameters.filter(
      (parameter) => parameter['x-addition'] !== true,
    );
    expect(parameters.map(({ name }) => name).sort()).toEqual([...names].sort());
    for (const { required } of parameters) expect(required).toBe(false);
  });

  it.each([
    ['CreateEventDto', ['title', 'start_date', 'end_date']],
    ['CreateVenueDto', ['venue']],
    ['CreateOrganizerDto', ['organizer']],
    ['CreateCategoryDto', ['name']],
    ['CreateTagDto', ['name']],
    ['UpdateEventDto', undefined],
    ['UpdateVenueDto', undefined],
  ])('that %s requires are %j', (schema, required) => {
    expect([...((document.components.schemas[schema] as { required?: string[] }).required ?? [])].sort()).toEqual(
      [...(required ?? [])].sort(),
    );
  });
});

export type { OpenAPIObject };
