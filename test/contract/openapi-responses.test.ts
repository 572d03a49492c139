import type { TestResponse, RequestInit } from '../support/client';
import { type CreatedRecord, startApp, type TestApp } from '../support/app';
import { DocumentedResponses } from '../support/documented-responses';
import { readDocument } from '../support/openapi-document';

let app: TestApp;
let documented: DocumentedResponses;
let tag: CreatedRecord;
let category: CreatedRecord;
let venue: CreatedRecord;
let organizer: CreatedRecord;
let event: CreatedRecord;

async function send(
  method: string,
  template: string,
  { key, ...init }: RequestInit & { key?: string | number } = {},
): Promise<TestResponse> {
  const path = template.replace(/\{\w+\}/, encodeURIComponent(key ?? ''));
  const response = await app.request(method, path === '/' ? '' : path, init);
  const contentType = response.headers.get('content-type') ?? '';
  const isPart = init.query?._fields !== undefined;
  const headers = [...response.headers.keys()];
  const given = { status: response.status, contentType, body: response.body, headers };
  const faults = documented.faults(method, template, given, isPart);
  expect([method, path, response.status, faults]).toEqual([method, path, response.status, []]);
  return response;
}

beforeAll(async () => {
  app = await startApp({ IMAGE_URL: 'https://media.example/{id}.png' });
  documented = new DocumentedResponses((await readDocument(app, 'en')).body);
  const parent = await app.createCategory();
  category = await app.createCategory({ parent: parent.id });
  tag = await app.createTag({ description: 'A <b>tag</b>' });
  venue = await app.createVenue({
    image: 7,
    geo_lat: 48.85,
    geo_lng: 2.35,
    website: 'https://a.example',
  });
  organizer = await app.createOrganizer({
    email: 'choir@example.org',
    image: 'https://a.example/b.jpg',
  });
  event = await app.createEvent({
    image: 'https://a.example/c',
    cost: ['10', '20.50'],
    categories: [category.id],
    tags: [tag.id],
    venue: [venue.id, { venue: 'Second hall' }],
    organizer: organizer.id,
    custom_fields: {
      doors: { label: 'Doors', value: '19:00' },
      seats: { label: 'Seats', value: 3 },
    },
    ticketed: true,
    event_status: 'moved-online',
    event_status_reason: 'The hall is closed',
    is_virtual: true,
    virtual_event_type: 'virtual',
    virtual_url: 'https://a.example/join',
  });
  await app.patch(`/events/${event.id}`, { end_date: '2027-05-03', start_date: '2027-05-02' });
  await app.createEvent({ venue: venue.id, post_parent: event.id, image: 8, all_day: true });
  await app.createEvent({ password: 'secret', tags: [tag.id] });
});

afterAll(() => app.close());

describe('A response matches the OpenAPI document', () => {
  it.each(['/', '/doc', '/events', '/venues', '/organizers', '/categories', '/tags'])(
    'for a read of %s, complete and with _fields',
    async (path) => {
      expect((await send('GET', path)).status).toBe(200);
      expect((await send('GET', path, { query: { _fields: 'namespace,info,total' } })).status).toBe(
        200,
      );
    },
  );

  it('for a list with a previous and a next page', async () => {
    const { body, headers } = await send('GET', '/events', { query: { per_page: 1, page: 2 } });
    expect(Object.keys(body)).toEqual([
      'events',
      'rest_url',
      'next_rest_url',
      'previous_rest_url',
      'total',
      'total_pages',
    ]);
    expect(headers.get('x-tec-total')).toBe(String(body.total));
  });

  it('for an empty list, and for a page that does not exist', async () => {
    await send('GET', '/events', { query: { search: 'nothing has this text' } });
    expect((await send('GET', '/events', { query: { page: 99 } })).status).toBe(404);
    expect((await send('GET', '/tags', { query: { page: 99 } })).status).toBe(200);
  });

  it('for single records, complete and with _fields', async () => {
    const records = { events: event, venues: venue, organizers: organizer };
    for (const [resource, { id, slug }] of Object.entries(records)) {
      const { body } = await send('GET', `/${resource}/{id}`, { key: id });
      expect(body).toHaveProperty('json_ld');
      await send('GET', `/${resource}/by-slug/{slug}`, { key: slug });
      await send('GET', `/${resource}/{id}`, { key: id, query: { _fields: 'id,image.url' } });
    }
    await send('GET', '/categories/{id}', { key: category.id });
    await send('GET', '/tags/{id}', { key: tag.id });
    await send('GET', '/events/{id}', {
      key: event.id,
      query: { _fields: 'venue.city,tags.urls.self' },
    });
  });

  it('for an event that is created and written by its uid', async () => {
    const key = 'written@tickets.example';
    const body = { title: 'A', start_date: '2027-05-01', end_date: '2027-05-02' };
    const path = '/events/by-uid/{uid}';
    const keyed = { key, body, headers: { 'Idempotency-Key': 'written' } };
    for (const status of [201, 201]) expect((await send('PUT', path, keyed)).status).toBe(status);
    expect((await send('PUT', path, { key, body })).status).toBe(200);
    const headers = { 'If-None-Match': '*' };
    expect((await send('PUT', path, { key, body, headers })).status).toBe(412);
    for (const method of ['POST', 'PATCH', 'DELETE'])
      expect((await send(method, path, { key, ...(method !== 'DELETE' && { body }) })).status).toBe(
        200,
      );
  });

  it('for a protected event, in a list and alone', async () => {
    const { body } = await send('GET', '/events', { query: { orderby: 'id', order: 'desc' } });
    const [{ id }] = body.events as { id: number }[];
    expect((await send('GET', '/events/{id}', { key: id })).status).toBe(403);
    const password = { password: 'secret' };
    expect((await send('GET', '/events/{id}', { key: id, query: password })).status).toBe(200);
  });

  it('for repeated creations, updates and deletions', async () => {
    const day = { start_date: '2027-05-01', end_date: '2027-05-02' };
    const bodies = {
      events: { title: 'A', ...day },
      venues: { venue: 'A' },
      organizers: { organizer: 'A' },
      categories: { name: 'A' },
      tags: { name: 'A' },
    };
    for (const [resource, body] of Object.entries(bodies)) {
      const created = await send('POST', `/${resource}`, { body });
      expect(created.headers.get('location')).toMatch(/^http/);
      const { id } = created.body as { id: number };
      for (const method of ['POST', 'PUT', 'PATCH'])
        await send(method, `/${resource}/{id}`, { key: id, body: { description: method } });
      const gone = ['categories', 'tags'].includes(resource) ? 404 : 410;
      expect((await send('DELETE', `/${resource}/{id}`, { key: id })).status).toBe(200);
      expect((await send('DELETE', `/${resource}/{id}`, { key: id })).status).toBe(gone);
    }
  });

  it.each<[string, string, RequestInit & { key?: string | number }, number]>([
    ['POST', '/events', { body: {} }, 400],
    ['POST', '/events', { body: 'no JSON' }, 400],
    ['POST', '/tags', { body: 'a', headers: { 'Content-Type': 'text/plain' } }, 415],
    ['POST', '/tags', { body: `{"name":"${'a'.repeat(3 * 1024 * 1024)}"}` }, 413],
    ['GET', '/', { query: { context: 'print' } }, 400],
    ['GET', '/', { query: { namespace: 'wp/v2' } }, 404],
    ['GET', '/venues', { query: { event: 999_999, page: 0 } }, 400],
    ['GET', '/organizers/{id}', { key: 999_999 }, 404],
    ['GET', '/organizers/{id}', { key: 'word' }, 404],
    ['PATCH', '/venues/by-slug/{slug}', { key: 'nothing', body: {} }, 404],
    ['PUT', '/events/by-uid/{uid}', { key: 'nothing', body: {} }, 400],
    ['PUT', '/events/by-uid/{uid}', { key: 'two words', body: {} }, 400],
    ['DELETE', '/events/{id}', { key: 999_999 }, 404],
  ])('for a failed request: %s %s', async (method, path, init, status) => {
    expect((await send(method, path, init)).status).toBe(status);
  });

  it('for requests with a Prefer header', async () => {
    const strict = { Prefer: 'handling=strict' };
    const unknown = { unknown: 1 };
    for (const [resource, { id }] of Object.entries({ events: event, venues: venue, tags: tag })) {
      const key = id;
      await send('GET', `/${resource}`, { headers: strict });
      await send('GET', `/${resource}`, { query: unknown });
      await send('GET', `/${resource}/{id}`, { key, headers: strict });
      await send('GET', `/${resource}/{id}`, { key, query: unknown });
      const changed = { key, body: { description: 'x' } };
      await send('PATCH', `/${resource}/{id}`, { ...changed, query: unknown, headers: strict });
    }
  });

  it('in its headers: the declared ones are sent', () => {
    // Other tests check headers of rate limits, repetitions and preferences.
    const isRare = (name: string): boolean =>
      /^(?:RateLimit.*|Idempotency-Replayed|Preference-Applied)$/.test(name);
    expect(documented.missing(isRare)).toEqual([]);
  });

  it('for a term whose name exists already', async () => {
    const { body } = await send('GET', '/tags/{id}', { key: tag.id });
    expect((await send('POST', '/tags', { body: { name: body.name } })).status).toBe(409);
  });
});
