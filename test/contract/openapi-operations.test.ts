import { startApp, type TestApp } from '../support/app';
import {
  type Described,
  type Document,
  type Operation,
  operationsOf,
  type Parameter,
  readDocument,
  responsesOf,
} from '../support/openapi-document';

const WRITES = ['post', 'put', 'patch'];

let app: TestApp;
let document: Document;
let operations: Operation[];

beforeAll(async () => {
  app = await startApp();
  document = (await readDocument(app, 'en')).body;
  operations = operationsOf(document).map(({ operation }) => operation);
});

afterAll(() => app.close());

describe('Every operation in the document', () => {
  it('has a summary, a description, a tag and a unique id', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { summary, description, tags } of operations)
      expect([summary, description, tags]).toEqual([
        expect.stringMatching(/^[A-Z]/),
        expect.stringMatching(/^[A-Z].*\.$/),
        [expect.stringMatching(/^[a-z-]+$/)],
      ]);
  });

  it.each([
    ['/', 'getRoot'],
    ['/doc', 'getDocument'],
    ['/tags', 'listTags createTag'],
    ['/categories/{id}', 'getCategory updateCategory putCategory patchCategory deleteCategory'],
    [
      '/events/by-slug/{slug}',
      'getEventBySlug updateEventBySlug putEventBySlug patchEventBySlug deleteEventBySlug',
    ],
    [
      '/events/by-uid/{uid}',
      'getEventByUid updateEventByUid putEventByUid patchEventByUid deleteEventByUid',
    ],
    [
      '/series/by-uid/{uid}',
      'getSeriesByUid updateSeriesByUid putSeriesByUid patchSeriesByUid deleteSeriesByUid',
    ],
  ])('of %s has an id that names its action', (path, names) => {
    const found = Object.values(document.paths[path]).map(({ operationId }) => operationId);
    expect(found.sort()).toEqual(names.split(' ').sort());
  });

  it('lists its responses, including errors', () => {
    for (const operation of operations) {
      const { operationId } = operation;
      const responses = responsesOf(document, operation);
      const success = responses['200'] ?? responses['201'];
      const [response] = Object.values(success?.content ?? {});
      // 202 has no body.
      if (!('202' in responses))
        expect([operationId, response?.schema]).toEqual([operationId, expect.any(Object)]);
      const errors = Object.entries(responses).filter(([status]) => status >= '400');
      expect(errors.map(([status]) => status)).toEqual(
        expect.arrayContaining(['400', '401', '500', '503']),
      );
      for (const [, { content, description }] of errors) {
        expect(description).toMatch(/^`[a-z-]+`: /);
        expect(content?.['application/problem+json'].schema).toEqual({
          $ref: '#/components/schemas/Problem',
        });
      }
    }
  });

  it.each([
    ['listEvents', '200', 'ETag Link Preference-Applied X-Request-Id X-TEC-Total X-TEC-TotalPages'],
    [
      'getEventsCalendar',
      '200',
      'Content-Disposition ETag Preference-Applied X-Request-Id X-TEC-Total',
    ],
    ['getVenueBySlug', '200', 'ETag Last-Modified Preference-Applied X-Request-Id'],
    ['getDocument', '200', 'ETag Preference-Applied X-Request-Id'],
    [
      'createTag',
      '201',
      'ETag Idempotency-Replayed Last-Modified Location Preference-Applied X-Request-Id',
    ],
    ['createTag', '409', 'Link Preference-Applied Retry-After X-Request-Id'],
    ['patchTag', '409', 'Link Preference-Applied X-Request-Id'],
    ['patchTag', '200', 'ETag Last-Modified Preference-Applied X-Request-Id'],
    ['deleteTag', '200', 'Preference-Applied X-Request-Id'],
    ['deleteVenue', '200', 'ETag Last-Modified Preference-Applied X-Request-Id'],
    ['patchTag', '401', 'Link Preference-Applied WWW-Authenticate X-Request-Id'],
    ['patchTag', '503', 'Link Preference-Applied Retry-After X-Request-Id'],
  ])('lists its response headers: %s %s %s', (name, status, headers) => {
    const [operation] = operations.filter(({ operationId }) => operationId === name);
    const response = responsesOf(document, operation)[status];
    expect(
      Object.keys(response.headers ?? {})
        .sort()
        .join(' '),
    ).toBe(headers);
  });

  it('has the default page size of its list', () => {
    const perPage = (id: string): unknown =>
      operations
        .find(({ operationId }) => operationId === id)
        ?.parameters.find(({ name }) => name === 'per_page')?.schema?.default;
    expect([perPage('listEvents'), perPage('listChanges')]).toEqual([15, 50]);
  });

  it('that reads can return 304', () => {
    for (const { method, operation } of operationsOf(document))
      expect('304' in operation.responses).toBe(method === 'get');
  });

  it('accepts `_fields` with JSON, and JSON or form bodies for writes', () => {
    const isAction = (path: string): boolean => /\/(?:rotate|test|retry|imports)$/.test(path);
    const others = operationsOf(document).filter(({ path }) => !isAction(path));
    for (const { method, operation } of others) {
      const names = operation.parameters.map(({ name }) => name);
      const content =
        (responsesOf(document, operation)['200'] ?? responsesOf(document, operation)['201'])
          ?.content ?? {};
      expect(names.includes('_fields')).toBe('application/json' in content);
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(
        WRITES.includes(method) ? ['application/json', 'application/x-www-form-urlencoded'] : [],
      );
    }
  });

  it.each(['createEvent', 'patchEventBySlug'])(
    'describes lists and records in forms: %s',
    (name) => {
      const [operation] = operations.filter(({ operationId }) => operationId === name);
      const form = operation.requestBody?.content['application/x-www-form-urlencoded'];
      const entries = { style: 'form', explode: true };
      const json = { contentType: 'application/json' };
      expect(form?.encoding).toEqual({
        categories: entries,
        tags: entries,
        cost: entries,
        overrides: entries,
        image: json,
        venue: json,
        organizer: json,
        custom_fields: json,
        translations: json,
      });
    },
  );

  it('accepts an `Idempotency-Key` for creations, which the root does not list', async () => {
    for (const { operation } of operationsOf(document)) {
      const key = operation.parameters.find(({ name }) => name === 'Idempotency-Key');
      const creates = '201' in operation.responses;
      expect(key !== undefined).toBe(creates);
      if (creates) expect(key).toMatchObject({ in: 'header', required: false, 'x-addition': true });
    }
    expect(JSON.stringify((await app.get('')).body)).not.toContain('Idempotency-Key');
  });

  it.each([
    ['listTags', 'If-None-Match', true],
    ['getEventBySlug', 'If-None-Match', true],
    ['createTag', '', false],
    ['putVenue', 'If-Match', true],
    ['deleteEvent', 'If-Match', true],
    ['putEventByUid', 'If-Match If-None-Match', true],
    ['patchEventByUid', 'If-Match', true],
  ])('declares conditional headers and their errors: %s %s', (name, header, refuses) => {
    const [operation] = operations.filter(({ operationId }) => operationId === name);
    const conditions = operation.parameters.filter((parameter) => parameter.name.startsWith('If-'));
    expect(conditions.map((parameter) => parameter.name).join(' ')).toBe(header);
    for (const condition of conditions)
      expect(condition).toMatchObject({ in: 'header', required: false, 'x-addition': true });
    expect('412' in operation.responses).toBe(refuses);
  });

  it('is the same for POST, PUT and PATCH of a record, except id and summary', () => {
    const items = Object.values(document.paths).filter(
      // By uid, PUT also creates the record.
      ({ patch, put }) => patch && put && !('201' in put.responses),
    );
    expect(items).not.toHaveLength(0);
    const uncalled = (operation: Operation): object => ({
      ...operation,
      operationId: '',
      summary: '',
      description: '',
    });
    for (const { post, put, patch } of items) {
      expect(uncalled(put)).toEqual(uncalled(post));
      expect(uncalled(patch)).toEqual(uncalled(post));
    }
  });

  it('that creates a webhook declares its messages as a callback, under every language', async () => {
    for (const language of ['en', 'de', 'fr']) {
      const { callbacks } = (await readDocument(app, language)).body.paths['/webhooks'].post;
      const { summary, parameters } = callbacks?.change['{$request.body#/url}'].post ?? {};
      expect(summary).toBe('Receive a message');
      expect(parameters?.map(({ name, required }) => [name, required])).toEqual([
        ['webhook-id', true],
        ['webhook-timestamp', true],
        ['webhook-signature', true],
      ]);
    }
  });

  it('has a unique summary in its resource', () => {
    const summaries = operations.map(({ summary }) => summary);
    expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
  });
});

describe('Parameters in the document', () => {
  const TERMS = 'page per_page search exclude include order orderby hide_empty post event slug';
  const LINKED = 'page per_page search event has_events only_with_upcoming status';
  const EVENTS =
    'page per_page start_date end_date starts_before starts_after ends_before ends_after ' +
    'strict_dates search categories tags venue organizer featured status geoloc geoloc_lat ' +
    'geoloc_lng include post_parent ticketed';

  const queryOf = (path: string, method = 'get'): Parameter[] =>
    document.paths[path][method].parameters.filter((parameter) => parameter.in === 'query');
  const isAddition = (thing: Described): boolean => thing['x-addition'] === true;

  it.each([
    ['/', 'namespace context'],
    ['/events', EVENTS],
    ['/venues', LINKED],
    ['/organizers', LINKED],
    ['/categories', `${TERMS} parent`],
    ['/tags', TERMS],
  ])('in the query of %s are complete and optional', (path, names) => {
    const published = queryOf(path).filter((parameter) => !isAddition(parameter));
    expect(published.map(({ name }) => name).sort()).toEqual(names.split(' ').sort());
    expect(published.filter(({ required }) => required)).toEqual([]);
  });

  it.each([
    ['/events', { page: 1, per_page: 15, strict_dates: false }],
    ['/venues', { page: 1, per_page: 15, only_with_upcoming: false }],
    ['/organizers', { page: 1, per_page: 15, only_with_upcoming: false }],
    ['/categories', { page: 1, per_page: 15, hide_empty: true }],
    ['/tags', { page: 1, per_page: 15, hide_empty: true }],
    ['/', { namespace: 'cal/events/v1', context: 'view' }],
  ])('in the query of %s have their defaults: %j', (path, defaults) => {
    const stated = queryOf(path)
      .filter((parameter) => !isAddition(parameter) && 'default' in parameter.schema)
      .map(({ name, schema }): [string, unknown] => [name, schema.default]);
    expect(Object.fromEntries(stated)).toMatchObject(defaults);
  });

  it('describe conditional defaults in words', () => {
    const described = queryOf('/events').map(({ name, description = '' }) => [name, description]);
    const { start_date, end_date } = Object.fromEntries(described) as Record<string, string>;
    expect([start_date, end_date]).toEqual([
      expect.stringContaining('efault'),
      expect.stringContaining('efault'),
    ]);
  });

  it.each([
    [
      '/venues',
      'get',
      '_fields include lang languages missing_languages order orderby slug translations',
    ],
    [
      '/organizers',
      'get',
      '_fields include lang languages missing_languages order orderby slug translations',
    ],
    ['/categories', 'get', '_fields lang languages missing_languages translations'],
    ['/tags/{id}', 'get', '_fields lang translations'],
    ['/venues/{id}', 'delete', '_fields force'],
    ['/events/by-slug/{slug}', 'delete', '_fields force'],
  ])('mark additions to the original API in the query of %s, %s: %s', (path, method, names) => {
    const additions = queryOf(path, method).filter(isAddition);
    expect(additions.map(({ name }) => name).sort()).toEqual(names.split(' '));
  });

  const RECORD = 'author date date_utc description image status';

  it.each([
    [
      'Event',
      `${RECORD} all_day categories cost end_date excerpt featured hide_from_listings organizer ` +
        'password show_map show_map_link slug start_date sticky tags timezone title venue website',
      'end_date start_date title',
    ],
    [
      'Venue',
      `${RECORD} address city country phone province show_map show_map_link state stateprovince venue website zip`,
      'venue',
    ],
    ['Organizer', `${RECORD} email organizer phone website`, 'organizer'],
    ['Category', 'description name parent slug', 'name'],
    ['Tag', 'description name slug', 'name'],
  ])(
    'in the body of %s mark all but %s as additions, and require %s on creation only',
    (kind, published, required) => {
      const { [`Create${kind}`]: creation, [`Update${kind}`]: update } =
        document.components.schemas;
      expect(update.properties).toEqual(creation.properties);
      const fields = Object.entries(creation.properties);
      const unmarked = fields.filter(([, field]) => !isAddition(field)).map(([name]) => name);
      expect(unmarked.sort()).toEqual(published.split(' ').sort());
      expect(creation.required?.sort()).toEqual(required.split(' '));
      expect(update.required).toBeUndefined();
    },
  );

  it('in paths are digits for ids, and any text without a slash for slugs', () => {
    const schemaOf = (path: string): Described =>
      document.paths[path].get.parameters.find((parameter) => parameter.in === 'path')?.schema ??
      {};
    expect(schemaOf('/tags/{id}')).toEqual({ type: 'integer', minimum: 1, format: 'int32' });
    expect(schemaOf('/venues/by-slug/{slug}')).toMatchObject({ type: 'string' });
  });
});
