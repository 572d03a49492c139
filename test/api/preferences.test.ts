import type { FieldError } from '../../src/platform/errors';
import { type TestResponse, type CreatedRecord, startApp, type TestApp } from '../support/app';
import type { Fields } from '../support/client';
import type { ErrorBody } from '../support/resource-tests';

type Refusal = ErrorBody & { errors: FieldError[] };

const STRICT = { Prefer: 'handling=strict' };
const MINIMAL = { Prefer: 'return=minimal' };
const NAMED = (name: string): string => `is not known here; did you mean ${name}?`;
const DAY = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };

describe('The Prefer header', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const ask = <Body = Refusal>(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Fields | string,
  ): Promise<TestResponse<Body>> => app.request<Body>(method, path, { headers, body });

  describe('with handling=strict', () => {
    it('refuses unknown parameters, with suggestions', async () => {
      const { status, headers, body } = await ask(
        'GET',
        '/events?per_pge=5&featured=1&q=x',
        STRICT,
      );
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        {
          parameter: 'per_pge',
          code: 'unknown',
          detail: NAMED('per_page'),
        },
        { parameter: 'q', code: 'unknown', detail: 'is not known here' },
      ]);
      expect(headers.get('vary')).toContain('Prefer');
      // A shared cache would return the lenient response to the strict request.
      const lenient = await app.request('GET', '/events?per_pge=5');
      expect(lenient.headers.get('vary')).toContain('Prefer');
    });

    it('refuses read-only values that differ from the record', async () => {
      const event = await app.createEvent({ ...DAY, title: 'Concert' });
      const venue = await app.createVenue();
      const category = await app.createCategory();
      const wrong: [string, Fields, Fields][] = [
        [
          `/events/${event.id}`,
          event,
          {
            utc_start_date: '2027-05-02 10:00:00',
            start_date_details: { year: '2028' },
            cost_details: { values: ['5'] },
            rest_url: 'https://example.org/',
            recurrence_id: '2027-05-01 10:00:00',
            id: event.id + 1,
          },
        ],
        [`/venues/${venue.id}`, venue, { url: 'https://example.org/', id: '7' }],
        [`/categories/${category.id}`, category, { taxonomy: 'event_tag', count: 3 }],
      ];
      for (const [path, record, values] of wrong) {
        const { status, body } = await ask('PATCH', path, STRICT, { ...record, ...values });
        expect(status).toBe(400);
        expect(body.errors.map(({ pointer, code }) => [pointer, code]).sort()).toEqual(
          Object.keys(values)
            .map((key) => [`/${key}`, 'conflict'])
            .sort(),
        );
        expect((await ask<Fields>('PATCH', path, STRICT, record)).body).toEqual(record);
        expect(await ask<Fields>('PATCH', path, {}, values)).toMatchObject({
          status: 200,
          body: record,
        });
      }
    });

    it('refuses a parent of a tag, which has none', async () => {
      const { id } = await app.createTag();
      const { body } = await ask('PATCH', `/tags/${id}`, STRICT, { parent: 0 });
      expect(body.errors).toMatchObject([{ pointer: '/parent', code: 'unknown' }]);
      expect((await ask('PATCH', `/tags/${id}`, {}, { parent: 0 })).status).toBe(200);
    });

    it('refuses unknown keys in _fields', async () => {
      const { id } = await app.createEvent(DAY);
      for (const [path, named] of [
        ['/events?_fields=events.titel,events.id,total', 'events.titel (did you mean title?)'],
        ['/events?_fields=title', 'title'],
        ['/events?_fields=events.venue.cty', 'events.venue.cty (did you mean city?)'],
        [`/events/${id}?_fields=titel,venue.city`, 'titel (did you mean title?)'],
        [`/de/events/${id}?_fields=nothing`, 'nothing'],
        ['/tags?_fields=tags.nothing', 'tags.nothing'],
      ]) {
        const address = path.startsWith('/de/')
          ? app.url.replace('/cal/', '/de/cal/') + path.slice(3)
          : path;
        const { status, body } = await ask('GET', address, STRICT);
        expect([path, status]).toEqual([path, 400]);
        expect(body.errors).toEqual([
          {
            parameter: '_fields',
            code: 'unknown',
            detail: `has keys that the response does not have: ${named}`,
          },
        ]);
        expect((await ask('GET', address, {})).status).toBe(200);
      }
      for (const fields of ['events.custom_fields.a.label', 'events.image.url', 'events.json_ld.x'])
        expect((await ask('GET', `/events?_fields=${fields}`, STRICT)).status).toBe(200);
    });

    it('refuses unknown fields together with all other errors', async () => {
      const { status, body } = await ask('POST', '/events?stiky=1', STRICT, {
        titel: 'Concert',
        ...DAY,
        featured: 'maybe',
        venue: { venue: 'Hall', cty: 'Paris' },
        organizer: [1, { organizer: 'A', emial: 'a@example.org' }],
      });
      expect(status).toBe(400);
      expect(body.errors.map((error) => error.pointer ?? error.parameter)).toEqual([
        'stiky',
        '/titel',
        '/title',
        '/featured',
        '/venue/cty',
        '/organizer/1/emial',
      ]);
      expect(await app.list('/venues', { search: 'Hall' })).toEqual([]);
    });

    it.each([
      ['POST', '/events', { categories: [99_999] }, ['/foo']],
      ['PATCH', '/events/{id}', { end_date: '2020-01-01' }, ['/foo']],
      ['POST', '/venues', { venue: 'x', geo_lat: 3, website: 'y' }, ['/foo', '/website']],
    ])(
      'refuses them before errors found in the database: %s %s',
      async (method, path, fields, positions) => {
        const { id } = await app.createEvent();
        const sent = path === '/events' ? { title: 'x', ...DAY, ...fields } : fields;
        const { status, body } = await ask(method, path.replace('{id}', String(id)), STRICT, {
          ...sent,
          foo: 1,
        });
        expect([status, body.errors.map(({ pointer }) => pointer)]).toEqual([400, positions]);
      },
    );

    it('refuses unknown fields in new venues and organizers', async () => {
      const nested = {
        organizer: [
          { id: 1, emial: 'x' },
          { organizer: 'A', emial: 'a@example.org' },
        ],
        venue: { venue: 'x', ctiy: 'Paris', website: 'x' },
      };
      const { id } = await app.createEvent();
      for (const [method, path, fields] of [
        ['POST', '/events', { title: 'x', ...DAY }],
        ['PATCH', `/events/${id}`, {}],
      ] as const) {
        const { status, body } = await ask(method, path, STRICT, { ...fields, ...nested });
        expect(status).toBe(400);
        expect(body.errors).toEqual([
          { pointer: '/venue/ctiy', code: 'unknown', detail: NAMED('city') },
          expect.objectContaining({ pointer: '/venue/website', code: 'format' }),
          { pointer: '/organizer/1/emial', code: 'unknown', detail: NAMED('email') },
        ]);
      }
      const form = new URLSearchParams({ title: 'x', ...DAY, venue: '{"venue":"A","cty":"B"}' });
      expect((await app.post('/events', form)).status).toBe(201);
      const body = form.toString();
      const headers = { ...STRICT, 'Content-Type': 'application/x-www-form-urlencoded' };
      expect((await ask('POST', '/events', headers, body)).body.errors).toMatchObject([
        { pointer: '/venue/cty' },
      ]);
    });

    it('accepts a response that is sent back, and confirms the preference', async () => {
      const event = await app.createEvent({ venue: { venue: 'Known' }, tags: ['known'] });
      const { status, headers } = await ask('PUT', `/events/${event.id}`, STRICT, event);
      expect([status, headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
      const whole = await app.createEvent({
        title: 'Whole',
        categories: ['known'],
        venue: [{ venue: 'A', image: 'https://images.example/a.jpg' }, { venue: 'B' }],
        organizer: { organizer: 'A' },
        image: { url: 'https://images.example/a.jpg', sizes: { full: { width: 1, height: 1 } } },
      });
      expect((await ask('PATCH', `/events/${whole.id}`, STRICT, whole)).status).toBe(200);
      for (const path of ['/events', '/tags', '/changes', '/events.ics', '/venues?has_events=1'])
        expect((await ask('GET', path, STRICT)).status).toBe(200);
    });

    it.each([
      '/events/{id}?forse=1',
      '/events?title=x',
      '/tags/{id}?x=1',
      '/events.ics?detials=full',
      '/?x=1',
    ])('refuses them at %s too', async (path) => {
      const { id } = path.startsWith('/tags') ? await app.createTag() : await app.createEvent();
      const { status } = await ask('GET', path.replace('{id}', String(id)), STRICT);
      expect(status).toBe(400);
    });

    it('does not get cached responses to other requests', async () => {
      const path = '/venues?unknown=1';
      for (let count = 0; count < 3; count++) expect((await app.get(path)).status).toBe(200);
      expect((await ask('GET', path, STRICT)).status).toBe(400);
      expect((await app.get(path)).status).toBe(200);
    });
  });

  it('reports at most 20 names, shortened', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `${n}${'ü'.repeat(10_000)}`);
    const body = Object.fromEntries(names.map((name) => [name, 'x']));
    const fields = { name: app.newName('Tag'), ...body };
    const refused = await ask('POST', '/tags', STRICT, fields);
    expect(refused.body.errors).toHaveLength(20);
    expect(JSON.stringify(refused.body).length).toBeLessThan(20_000);
  });

  describe('with return=minimal', () => {
    it('omits the body for a creation, but no header', async () => {
      const { status, headers, text } = await raw('POST', '/events', { title: 'Min', ...DAY });
      expect([status, text]).toEqual([201, '']);
      expect(headers.get('location')).toMatch(/\/events\/\d+$/);
      expect(headers.get('etag')).toBeTruthy();
      expect(headers.get('preference-applied')).toBe('return=minimal');
    });

    it('returns 204 to an update and a deletion', async () => {
      const { id } = await app.createEvent();
      const updated = await raw('PATCH', `/events/${id}`, { title: 'Changed' });
      expect([updated.status, updated.text]).toEqual([204, '']);
      const tag = (await app.get(`/events/${id}`)).headers.get('etag');
      expect(updated.headers.get('etag')).toBe(tag);
      expect((await raw('DELETE', `/events/${id}`)).status).toBe(204);
      expect((await raw('DELETE', `/events/${id}?force=1`)).status).toBe(204);
      expect((await app.get(`/events/${id}`)).status).toBe(404);
    });

    it('does not change errors and reads', async () => {
      const { status, body } = await ask('POST', '/events', MINIMAL, { title: '' });
      expect([status, body.code]).toEqual([400, 'rest-invalid-param']);
      const list = await ask<{ total: number }>('GET', '/events', MINIMAL);
      expect([list.status, typeof list.body.total]).toEqual([200, 'number']);
    });

    it.each([
      ['return=minimal, handling=strict', 400],
      ['handling=strict; x=1, return="minimal"', 400],
      ['return=representation, return=minimal', 201],
      ['respond-async, wait=10', 201],
      ['handling=lenient', 201],
      ['foo="handling=lenient, handling=lenient", handling=strict', 400],
      ['foo="a\\"b, handling=lenient"; x="; ,", handling=strict; y=","', 400],
      ['foo="a, handling=strict", handling=lenient', 201],
      ['foo="a, handling=strict', 201],
    ])('is parsed by RFC 7240: %s', async (prefer, expected) => {
      const { status } = await ask(
        'POST',
        '/tags',
        { Prefer: prefer },
        {
          name: app.newName('Tag'),
          nmae: 'x',
        },
      );
      expect(status).toBe(expected);
    });
  });

  it('is ignored together with _fields', async () => {
    const created = await app.post<CreatedRecord>('/events?_fields=id,venue.venue', {
      title: 'Part',
      ...DAY,
      venue: { venue: 'Part' },
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ id: created.body.id, venue: { venue: 'Part' } });
    expect(created.headers.get('location')).toBe(`${app.url}/events/${created.body.id}`);
    const path = `/events/${created.body.id}?_fields=title`;
    const updated = await app.patch(path, { title: 'Other' });
    expect(updated.body).toEqual({ title: 'Other' });
    expect(updated.headers.get('etag')).toBeTruthy();
    expect((await app.patch(`/events/${created.body.id}?_fields=`, { title: 'No' })).status).toBe(
      400,
    );
    expect((await app.get(`/events/${created.body.id}`)).body).toMatchObject({ title: 'Other' });
    expect((await app.request('DELETE', path)).body).toEqual({ title: 'Other' });
  });

  async function raw(method: string, path: string, body?: Fields) {
    const response = await fetch(`${app.url}${path}`, {
      method,
      headers: { ...MINIMAL, ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
});
